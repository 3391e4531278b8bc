// Asks libslang for the reflection of programs, many in one process: a session takes longer to begin than a program to
// read. Each line of the input is a command line of slangc, its arguments apart by tabs; for each there is a line with the
// result (0 for success), two lengths and the microseconds from text to layout, then that many bytes of JSON, then that
// many of messages.

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

int reflect(
    SlangSession* session,
    const std::vector<std::string>& arguments,
    std::string& json,
    std::string& messages,
    Microseconds& taken)
{
    auto begin = std::chrono::steady_clock::now();
    SlangCompileRequest* request = spCreateCompileRequest(session);
    spSetDiagnosticCallback(request, keep, &messages);
    std::vector<const char*> pointers;
    for (const std::string& argument : arguments)
        pointers.push_back(argument.c_str());
    pointers.push_back("-no-codegen");
    int result = 0;
    if (SLANG_FAILED(spProcessCommandLineArguments(request, pointers.data(), int(pointers.size()))))
        result = 2;
    else if (SLANG_FAILED(spCompile(request)))
        result = 1;
    if (result == 0) {
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
        int result = reflect(session, split(line), json, messages, taken);
        std::printf("%d %zu %zu %lld\n", result, json.size(), messages.size(), (long long)taken.count());
        std::fwrite(json.data(), 1, json.size(), stdout);
        std::fwrite(messages.data(), 1, messages.size(), stdout);
        std::fflush(stdout);
    }
    return 0;
}
