// Reflects programs with libslang, many in one process, because creating a session takes longer than compiling a program. Each line of the input
// is a command line of slangc with its arguments separated by tabs. For each line, the output has a line with the result (0 for success), the
// lengths of the JSON and of the messages in bytes, and the microseconds from text to layout; then the JSON, then the messages. After a first
// word `code`, the JSON is a list of generated code in hexadecimal, one text for the program or one for each entry point. After a first word
// `each`, it is a list of reflections, one for each target of the command line; the program is parsed and checked once. Each `-unit` begins a
// translation unit with the files that follow it.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <slang.h>
#include <string>
#include <vector>

namespace {

void keep(char const* message, void* text)
{
    *static_cast<std::string*>(text) += message;
}

std::vector<std::string> split(const std::string& line)
{
    std::vector<std::string> parts;
    for (size_t from = 0; from <= line.size();) {
        size_t to = line.find('\t', from);
        if (to == std::string::npos)
            to = line.size();
        parts.push_back(line.substr(from, to - from));
        from = to + 1;
    }
    return parts;
}

using Microseconds = std::chrono::microseconds;

// The generated code: of the whole program if the target has that, otherwise of each entry point. (libslang fails on a request for the code of an
// entry point of a whole program.)
bool code(SlangCompileRequest* request, std::string& json)
{
    std::vector<ISlangBlob*> blobs;
    ISlangBlob* blob = nullptr;
    if (SLANG_SUCCEEDED(spGetTargetCodeBlob(request, 0, &blob)) && blob)
        blobs.push_back(blob);
    int entries = blobs.empty() ? int(spReflection_getEntryPointCount(spGetReflection(request))) : 0;
    for (int entry = 0; entry < entries; ++entry) {
        blob = nullptr;
        if (SLANG_SUCCEEDED(spGetEntryPointCodeBlob(request, entry, 0, &blob)) && blob)
            blobs.push_back(blob);
    }
    json = "[";
    for (ISlangBlob* blob : blobs) {
        json += json.size() > 1 ? ",\"" : "\"";
        auto bytes = static_cast<unsigned char const*>(blob->getBufferPointer());
        for (size_t at = 0; at < blob->getBufferSize(); ++at) {
            json += "0123456789abcdef"[bytes[at] >> 4];
            json += "0123456789abcdef"[bytes[at] & 15];
        }
        json += "\"";
        blob->release();
    }
    json += "]";
    return !blobs.empty();
}

// The reflections for all targets, as a list.
bool reflections(SlangCompileRequest* request, int targets, std::string& json)
{
    slang::IComponentType* program = nullptr;
    if (SLANG_FAILED(spCompileRequest_getProgramWithEntryPoints(request, &program)))
        return false;
    json = "[";
    bool isWhole = true;
    for (int target = 0; target < targets && isWhole; ++target) {
        ISlangBlob* blob = nullptr;
        auto layout = reinterpret_cast<SlangReflection*>(program->getLayout(target));
        isWhole = layout && SLANG_SUCCEEDED(spReflection_ToJson(layout, request, &blob)) && blob;
        if (!isWhole)
            break;
        json += target > 0 ? "," : "";
        json.append(static_cast<const char*>(blob->getBufferPointer()), blob->getBufferSize());
        blob->release();
    }
    json += "]";
    program->release();
    return isWhole;
}

int answer(
    SlangSession* session,
    std::vector<std::string> arguments,
    std::string& json,
    std::string& messages,
    Microseconds& taken)
{
    bool wantsCode = !arguments.empty() && arguments[0] == "code";
    bool wantsEach = !arguments.empty() && arguments[0] == "each";
    if (wantsCode || wantsEach)
        arguments.erase(arguments.begin());
    auto begin = std::chrono::steady_clock::now();
    SlangCompileRequest* request = spCreateCompileRequest(session);
    spSetDiagnosticCallback(request, keep, &messages);
    std::vector<const char*> pointers;
    int unit = -1;
    for (const std::string& argument : arguments) {
        bool isFile = argument.size() > 6 && argument.compare(argument.size() - 6, 6, ".slang") == 0;
        if (argument == "-unit")
            unit = spAddTranslationUnit(request, SLANG_SOURCE_LANGUAGE_SLANG, nullptr);
        else if (unit >= 0 && isFile)
            spAddTranslationUnitSourceFile(request, unit, argument.c_str());
        else
            pointers.push_back(argument.c_str());
    }
    if (!wantsCode)
        pointers.push_back("-no-codegen");
    int result = 0;
    if (SLANG_FAILED(spProcessCommandLineArguments(request, pointers.data(), int(pointers.size()))))
        result = 2;
    else if (SLANG_FAILED(spCompile(request)))
        result = 1;
    if (result == 0 && wantsCode) {
        result = code(request, json) ? 0 : 3;
    } else if (result == 0 && wantsEach) {
        int targets = int(std::count(arguments.begin(), arguments.end(), "-target"));
        result = reflections(request, targets, json) ? 0 : 3;
    } else if (result == 0) {
        ISlangBlob* blob = nullptr;
        SlangReflection* reflection = spGetReflection(request);
        taken = std::chrono::duration_cast<Microseconds>(std::chrono::steady_clock::now() - begin);
        if (reflection && SLANG_SUCCEEDED(spReflection_ToJson(reflection, request, &blob)) && blob) {
            json.assign(static_cast<const char*>(blob->getBufferPointer()), blob->getBufferSize());
            blob->release();
        } else
            result = 3;
    }
    spDestroyCompileRequest(request);
    return result;
}

} // namespace

int main()
{
    slang::IGlobalSession* session = nullptr;
    SlangGlobalSessionDesc description = {};
    if (SLANG_FAILED(slang::createGlobalSession(&description, &session)))
        return 1;
    std::string line;
    while (std::getline(std::cin, line)) {
        std::string json, messages;
        Microseconds taken(0);
        int result = answer(session, split(line), json, messages, taken);
        std::printf("%d %zu %zu %lld\n", result, json.size(), messages.size(), (long long)taken.count());
        std::fwrite(json.data(), 1, json.size(), stdout);
        std::fwrite(messages.data(), 1, messages.size(), stdout);
        std::fflush(stdout);
    }
    return 0;
}
