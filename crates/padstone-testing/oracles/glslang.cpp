// Compiles GLSL with glslang, many shaders in one process, because glslangValidator parses the declarations of all built-in functions again for
// every shader. Each request is a line `TARGET STAGE BYTES` and that many bytes of source; the target is `vulkan1.2`, `vulkan1.3`, `opengl-spirv`
// or `opengl` (checked only). The answer is a line `ACCEPTED TEXT MODULE` with the lengths of what follows in bytes: the disassembly and the SPIR-V
// if the shader is accepted (1), messages if it is rejected (0). The settings are those of glslangValidator.

#include <cstdio>
#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>
#include <glslang/SPIRV/disassemble.h>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

struct Answer {
    bool accepted;
    std::string text;
    std::vector<unsigned> module;
};

// The name of a shader in messages.
constexpr char const* NAME = "stdin";
// The version of a shader without `#version`.
constexpr int DEFAULT_VERSION = 100;

std::map<std::string, EShLanguage> const STAGES = {
    {"vert", EShLangVertex},      {"tesc", EShLangTessControl}, {"tese", EShLangTessEvaluation}, {"geom", EShLangGeometry},
    {"frag", EShLangFragment},    {"comp", EShLangCompute},     {"rgen", EShLangRayGen},         {"rint", EShLangIntersect},
    {"rahit", EShLangAnyHit},     {"rchit", EShLangClosestHit}, {"rmiss", EShLangMiss},          {"rcall", EShLangCallable},
    {"mesh", EShLangMesh},        {"task", EShLangTask},
};

Answer spirv(std::string const& target, EShLanguage stage, std::string const& source)
{
    bool vulkan = target != "opengl-spirv";
    auto messages = EShMessages(vulkan ? EShMsgSpvRules | EShMsgVulkanRules : EShMsgSpvRules);
    char const* text = source.c_str();
    char const* name = NAME;
    int length = int(source.size());
    glslang::TShader shader(stage);
    shader.setStringsWithLengthsAndNames(&text, &length, &name, 1);
    shader.setEnvInput(glslang::EShSourceGlsl, stage, vulkan ? glslang::EShClientVulkan : glslang::EShClientOpenGL, 100);
    if (target == "vulkan1.3") {
        shader.setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_3);
        shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_6);
    } else if (vulkan) {
        shader.setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_2);
        shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_5);
    } else {
        shader.setEnvClient(glslang::EShClientOpenGL, glslang::EShTargetOpenGL_450);
        shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_0);
    }
    glslang::TProgram program;
    // By default, counters have one binding.
    TBuiltInResource resources = *GetDefaultResources();
    resources.maxAtomicCounterBindings = 8;
    bool compiled = shader.parse(&resources, DEFAULT_VERSION, false, messages);
    program.addShader(&shader);
    bool linked = program.link(messages) && program.mapIO();
    if (!compiled || !linked)
        return {false, std::string(shader.getInfoLog()) + program.getInfoLog(), {}};
    std::vector<unsigned> words;
    spv::SpvBuildLogger logger;
    glslang::SpvOptions options;
    glslang::GlslangToSpv(*program.getIntermediate(stage), words, &logger, &options);
    std::ostringstream listing;
    spv::Disassemble(listing, words);
    return {true, listing.str(), words};
}

Answer checked(EShLanguage stage, std::string const& source)
{
    char const* text = source.c_str();
    int length = int(source.size());
    ShHandle compiler = ShConstructCompiler(stage, 0);
    int accepted = ShCompile(compiler, &text, 1, &length, EShOptNone, GetDefaultResources(), 0, DEFAULT_VERSION, false, EShMsgDefault);
    Answer answer{accepted != 0, ShGetInfoLog(compiler), {}};
    ShDestruct(compiler);
    return answer;
}

} // namespace

int main()
{
    std::ios::sync_with_stdio(false);
    // glslang itself prints some errors to the standard output.
    FILE* answers = fdopen(dup(STDOUT_FILENO), "wb");
    if (!answers || !freopen("/dev/null", "w", stdout))
        return 1;
    ShInitialize();
    std::string target, stage;
    size_t bytes;
    while (std::cin >> target >> stage >> bytes) {
        // The end of the line.
        std::cin.get();
        std::string source(bytes, '\0');
        std::cin.read(source.data(), std::streamsize(bytes));
        auto known = STAGES.find(stage);
        Answer answer = known == STAGES.end() ? Answer{false, "unknown stage " + stage, {}}
            : target == "opengl"              ? checked(known->second, source)
                                              : spirv(target, known->second, source);
        size_t words = answer.module.size();
        std::fprintf(answers, "%d %zu %zu\n", answer.accepted, answer.text.size(), words * sizeof(unsigned));
        std::fwrite(answer.text.data(), 1, answer.text.size(), answers);
        std::fwrite(answer.module.data(), sizeof(unsigned), words, answers);
        std::fflush(answers);
    }
}
