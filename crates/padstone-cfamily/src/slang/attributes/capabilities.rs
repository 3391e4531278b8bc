//! The names of capabilities: targets and stages, their versions, extensions, and aliases for several of them.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

/// The names that `[require(…)]` accepts.
pub(super) fn names() -> &'static FxHashSet<&'static str> {
    static NAMES: LazyLock<FxHashSet<&str>> = LazyLock::new(|| CAPABILITIES.split_ascii_whitespace().collect());
    &NAMES
}

/// All capabilities of libslang 2026.12: each of its names was tried.
const CAPABILITIES: &str = "\
    DX_4_0 DX_4_1 DX_5_0 DX_5_1 DX_6_0 DX_6_1 DX_6_10 DX_6_2 DX_6_3 DX_6_4 DX_6_5 DX_6_6 DX_6_7 DX_6_8 DX_6_9 GLSL_130 GLSL_140 GLSL_150 \
    GLSL_330 GLSL_400 GLSL_410 GLSL_410_SPIRV_1_0 GLSL_420 GLSL_420_SPIRV_1_0 GLSL_430 GLSL_430_SPIRV_1_0 GLSL_430_SPIRV_1_0_compute \
    GLSL_440 GLSL_450 GLSL_460 GL_ARB_derivative_control GL_ARB_fragment_shader_interlock GL_ARB_gpu_shader5 GL_ARB_gpu_shader_int64 \
    GL_ARB_shader_clock GL_ARB_shader_clock64 GL_ARB_shader_image_load_store GL_ARB_shader_image_size GL_ARB_shader_texture_image_samples \
    GL_ARB_sparse_texture GL_ARB_sparse_texture2 GL_ARB_sparse_texture_clamp GL_ARB_texture_gather GL_ARB_texture_multisample \
    GL_ARB_texture_query_levels GL_EXT_buffer_reference GL_EXT_buffer_reference_uvec2 GL_EXT_debug_printf \
    GL_EXT_demote_to_helper_invocation GL_EXT_device_group GL_EXT_fragment_shader_barycentric GL_EXT_maximal_reconvergence \
    GL_EXT_mesh_shader GL_EXT_nonuniform_qualifier GL_EXT_ray_query GL_EXT_ray_tracing GL_EXT_ray_tracing_position_fetch \
    GL_EXT_ray_tracing_position_fetch_ray_query GL_EXT_ray_tracing_position_fetch_ray_tracing GL_EXT_samplerless_texture_functions \
    GL_EXT_shader_abort GL_EXT_shader_atomic_float GL_EXT_shader_atomic_float2 GL_EXT_shader_atomic_float_min_max \
    GL_EXT_shader_atomic_int64 GL_EXT_shader_explicit_arithmetic_types GL_EXT_shader_explicit_arithmetic_types_int64 \
    GL_EXT_shader_image_load_store GL_EXT_shader_invocation_reorder GL_EXT_shader_invocation_reorder_motion GL_EXT_shader_quad_control \
    GL_EXT_shader_realtime_clock GL_EXT_texture_query_lod GL_EXT_texture_shadow_lod GL_KHR_memory_scope_semantics \
    GL_KHR_shader_subgroup_arithmetic GL_KHR_shader_subgroup_ballot GL_KHR_shader_subgroup_basic GL_KHR_shader_subgroup_clustered \
    GL_KHR_shader_subgroup_quad GL_KHR_shader_subgroup_rotate GL_KHR_shader_subgroup_shuffle GL_KHR_shader_subgroup_shuffle_relative \
    GL_KHR_shader_subgroup_vote GL_NV_cluster_acceleration_structure GL_NV_compute_shader_derivatives GL_NV_cooperative_vector \
    GL_NV_fragment_shader_barycentric GL_NV_gpu_shader5 GL_NV_ray_tracing GL_NV_ray_tracing_motion_blur GL_NV_shader_atomic_fp16_vector \
    GL_NV_shader_invocation_reorder GL_NV_shader_invocation_reorder_motion GL_NV_shader_subgroup_partitioned \
    GL_NV_shader_texture_footprint METAL_2_3 METAL_2_4 METAL_3_0 METAL_3_1 METAL_4_0 SPIRV_1_0 SPIRV_1_1 SPIRV_1_2 SPIRV_1_3 SPIRV_1_4 \
    SPIRV_1_5 SPIRV_1_6 SPV_EXT_demote_to_helper_invocation SPV_EXT_descriptor_heap SPV_EXT_descriptor_indexing SPV_EXT_float8 \
    SPV_EXT_fragment_fully_covered SPV_EXT_fragment_shader_interlock SPV_EXT_mesh_shader SPV_EXT_physical_storage_buffer \
    SPV_EXT_replicated_composites SPV_EXT_shader_atomic_float16_add SPV_EXT_shader_atomic_float_add SPV_EXT_shader_atomic_float_min_max \
    SPV_EXT_shader_invocation_reorder SPV_GOOGLE_user_type SPV_KHR_abort SPV_KHR_bfloat16 SPV_KHR_compute_shader_derivatives \
    SPV_KHR_cooperative_matrix SPV_KHR_device_group SPV_KHR_fragment_shader_barycentric SPV_KHR_maximal_reconvergence \
    SPV_KHR_non_semantic_info SPV_KHR_quad_control SPV_KHR_ray_query SPV_KHR_ray_tracing SPV_KHR_ray_tracing_position_fetch \
    SPV_KHR_shader_clock SPV_KHR_subgroup_rotate SPV_KHR_untyped_pointers SPV_KHR_variable_pointers SPV_KHR_vulkan_memory_model \
    SPV_NV_bindless_texture SPV_NV_cluster_acceleration_structure SPV_NV_compute_shader_derivatives SPV_NV_cooperative_matrix2 \
    SPV_NV_cooperative_vector SPV_NV_linear_swept_spheres SPV_NV_ray_tracing_motion_blur SPV_NV_shader_image_footprint \
    SPV_NV_shader_invocation_reorder SPV_NV_shader_subgroup_partitioned SPV_NV_tensor_addressing _GLSL_130 _GLSL_140 _GLSL_150 _GLSL_330 \
    _GLSL_400 _GLSL_410 _GLSL_420 _GLSL_430 _GLSL_440 _GLSL_450 _GLSL_460 _GL_ARB_derivative_control _GL_ARB_fragment_shader_interlock \
    _GL_ARB_gpu_shader5 _GL_ARB_gpu_shader_int64 _GL_ARB_shader_clock _GL_ARB_shader_clock64 _GL_ARB_shader_image_load_store \
    _GL_ARB_shader_image_size _GL_ARB_shader_texture_image_samples _GL_ARB_sparse_texture _GL_ARB_sparse_texture2 \
    _GL_ARB_sparse_texture_clamp _GL_ARB_texture_gather _GL_ARB_texture_multisample _GL_ARB_texture_query_levels _GL_EXT_buffer_reference \
    _GL_EXT_buffer_reference_uvec2 _GL_EXT_debug_printf _GL_EXT_demote_to_helper_invocation _GL_EXT_device_group \
    _GL_EXT_fragment_shader_barycentric _GL_EXT_maximal_reconvergence _GL_EXT_mesh_shader _GL_EXT_nonuniform_qualifier _GL_EXT_ray_query \
    _GL_EXT_ray_tracing _GL_EXT_ray_tracing_position_fetch _GL_EXT_samplerless_texture_functions _GL_EXT_shader_abort \
    _GL_EXT_shader_atomic_float _GL_EXT_shader_atomic_float2 _GL_EXT_shader_atomic_float_min_max _GL_EXT_shader_atomic_int64 \
    _GL_EXT_shader_explicit_arithmetic_types _GL_EXT_shader_explicit_arithmetic_types_int64 _GL_EXT_shader_image_load_store \
    _GL_EXT_shader_invocation_reorder _GL_EXT_shader_invocation_reorder_motion _GL_EXT_shader_quad_control _GL_EXT_shader_realtime_clock \
    _GL_EXT_texture_query_lod _GL_EXT_texture_shadow_lod _GL_KHR_memory_scope_semantics _GL_KHR_shader_subgroup_arithmetic \
    _GL_KHR_shader_subgroup_ballot _GL_KHR_shader_subgroup_basic _GL_KHR_shader_subgroup_clustered _GL_KHR_shader_subgroup_quad \
    _GL_KHR_shader_subgroup_rotate _GL_KHR_shader_subgroup_shuffle _GL_KHR_shader_subgroup_shuffle_relative _GL_KHR_shader_subgroup_vote \
    _GL_NV_cluster_acceleration_structure _GL_NV_compute_shader_derivatives _GL_NV_cooperative_vector _GL_NV_fragment_shader_barycentric \
    _GL_NV_gpu_shader5 _GL_NV_ray_tracing _GL_NV_ray_tracing_motion_blur _GL_NV_shader_atomic_fp16_vector _GL_NV_shader_invocation_reorder \
    _GL_NV_shader_invocation_reorder_motion _GL_NV_shader_subgroup_partitioned _GL_NV_shader_texture_footprint _amplification _anyhit \
    _callable _closesthit _cuda_sm_1_0 _cuda_sm_2_0 _cuda_sm_3_0 _cuda_sm_3_5 _cuda_sm_4_0 _cuda_sm_5_0 _cuda_sm_6_0 _cuda_sm_7_0 \
    _cuda_sm_8_0 _cuda_sm_8_9 _cuda_sm_9_0 _intersection _mesh _meshshading _miss _raygen _raygeneration _sm_4_0 _sm_4_1 _sm_5_0 _sm_5_1 \
    _sm_6_0 _sm_6_1 _sm_6_10 _sm_6_2 _sm_6_3 _sm_6_4 _sm_6_5 _sm_6_6 _sm_6_7 _sm_6_8 _sm_6_9 _spirv_1_0 _spirv_1_1 _spirv_1_2 _spirv_1_3 \
    _spirv_1_4 _spirv_1_5 _spirv_1_6 _spirv_latest abort all amplification amplification_mesh any_cpp_target any_gfx_target any_stage \
    any_target any_textual_target anyhit anyhit_closesthit anyhit_closesthit_intersection anyhit_closesthit_intersection_miss \
    anyhit_intersection appendstructuredbuffer atomic64 atomic_bfloat16 atomic_glsl atomic_glsl_float1 atomic_glsl_float2 \
    atomic_glsl_halfvec atomic_glsl_hlsl_cuda9_int64 atomic_glsl_hlsl_cuda_metal atomic_glsl_hlsl_nvapi_cuda5_int64 \
    atomic_glsl_hlsl_nvapi_cuda6_int64 atomic_glsl_hlsl_nvapi_cuda9_int64 atomic_glsl_hlsl_nvapi_cuda_metal_float1 atomic_glsl_int64 \
    atomic_hlsl atomic_hlsl_nvapi atomic_hlsl_sm_6_6 atomic_reduce atomicfloat atomicfloat2 breakpoint bufferreference \
    bufferreference_int64 byteaddressbuffer byteaddressbuffer_rw callable closesthit compute compute_fragment \
    compute_fragment_geometry_vertex compute_tesscontrol_tesseval consumestructuredbuffer cooperative_matrix cooperative_matrix_2 \
    cooperative_matrix_block_load cooperative_matrix_conversion cooperative_matrix_map_element cooperative_matrix_reduction \
    cooperative_matrix_spirv cooperative_matrix_tensor_addressing cooperative_vector cooperative_vector_training cpp cpp_cuda \
    cpp_cuda_glsl_hlsl cpp_cuda_glsl_hlsl_llvm cpp_cuda_glsl_hlsl_metal_spirv cpp_cuda_glsl_hlsl_metal_spirv_llvm \
    cpp_cuda_glsl_hlsl_metal_spirv_wgsl cpp_cuda_glsl_hlsl_metal_spirv_wgsl_llvm cpp_cuda_glsl_hlsl_spirv cpp_cuda_glsl_hlsl_spirv_llvm \
    cpp_cuda_glsl_hlsl_spirv_wgsl cpp_cuda_glsl_hlsl_spirv_wgsl_llvm cpp_cuda_glsl_spirv cpp_cuda_hlsl cpp_cuda_hlsl_metal_spirv \
    cpp_cuda_hlsl_spirv cpp_cuda_llvm cpp_cuda_metal_spirv cpp_cuda_metal_spirv_llvm cpp_cuda_spirv cpp_cuda_spirv_llvm cpp_glsl \
    cpp_glsl_hlsl_metal_spirv cpp_glsl_hlsl_metal_spirv_wgsl cpp_glsl_hlsl_spirv cpp_glsl_hlsl_spirv_wgsl cpp_hlsl cpp_llvm cuda \
    cuda_glsl_hlsl cuda_glsl_hlsl_metal_spirv cuda_glsl_hlsl_metal_spirv_wgsl cuda_glsl_hlsl_spirv cuda_glsl_hlsl_spirv_llvm \
    cuda_glsl_hlsl_spirv_wgsl cuda_glsl_metal_spirv cuda_glsl_metal_spirv_wgsl cuda_glsl_metal_spirv_wgsl_llvm cuda_glsl_nvapi \
    cuda_glsl_spirv cuda_hlsl cuda_hlsl_metal_spirv cuda_hlsl_spirv cuda_metal_spirv cuda_sm_1_0 cuda_sm_2_0 cuda_sm_3_0 cuda_sm_3_5 \
    cuda_sm_4_0 cuda_sm_5_0 cuda_sm_6_0 cuda_sm_7_0 cuda_sm_8_0 cuda_sm_8_9 cuda_sm_9_0 cuda_spirv descriptor_handle dispatch domain \
    domain_hull dxil_lib false fragment fragmentprocessing fragmentprocessing_derivativecontrol fragmentshaderbarycentric \
    fragmentshaderinterlock geometry getattributeatvertex glsl glsl_hlsl_metal_spirv glsl_hlsl_metal_spirv_wgsl glsl_hlsl_spirv \
    glsl_hlsl_spirv_wgsl glsl_metal_spirv glsl_metal_spirv_wgsl glsl_spirv glsl_spirv_1_0 glsl_spirv_1_1 glsl_spirv_1_2 glsl_spirv_1_3 \
    glsl_spirv_1_4 glsl_spirv_1_5 glsl_spirv_1_6 glsl_spirv_wgsl helper_lane hlsl hlsl_2018 hlsl_nvapi hlsl_spirv hull image_loadstore \
    image_samples image_size implicit_derivatives_sampling intersection llvm mem_model memorybarrier mesh meshshading metal metallib_2_3 \
    metallib_2_4 metallib_3_0 metallib_3_1 metallib_4_0 metallib_latest miss motionblur_nv none nonuniformqualifier nullptr nvapi \
    optix_coopvec optix_multilevel_traversal pack_vector pixel printf quad_control raygen raygen_closesthit_miss \
    raygen_closesthit_miss_callable raygeneration rayquery rayquery_position raytracing raytracing_allstages raytracing_anyhit \
    raytracing_anyhit_closesthit raytracing_anyhit_closesthit_intersection raytracing_anyhit_closesthit_intersection_miss \
    raytracing_intersection raytracing_lss raytracing_lss_ho raytracing_motionblur \
    raytracing_motionblur_anyhit_closesthit_intersection_miss raytracing_motionblur_raygen_closesthit_miss raytracing_object_space_ray \
    raytracing_position raytracing_raygen_closesthit_miss raytracing_raygen_closesthit_miss_callable raytracing_stages \
    raytracingstages_compute raytracingstages_compute_amplification_mesh raytracingstages_compute_fragment \
    raytracingstages_compute_fragment_geometry_vertex raytracingstages_fragment ser ser_any_closesthit_intersection_miss \
    ser_anyhit_closesthit ser_anyhit_closesthit_intersection ser_dxr ser_dxr_raygen ser_dxr_raygen_closesthit_miss ser_hlsl_native \
    ser_motion ser_motion_raygen ser_motion_raygen_closesthit_miss ser_nv ser_nv_motion ser_nv_motion_raygen_closesthit_miss ser_nv_raygen \
    ser_nv_raygen_closesthit_miss ser_nvapi ser_raygen ser_raygen_closesthit_miss shader5_sm_4_0 shader5_sm_5_0 shaderclock \
    shaderinvocationgroup shadermemorycontrol shadermemorycontrol_compute slangvm sm_4_0 sm_4_0_version sm_4_1 sm_4_1_version sm_5_0 \
    sm_5_0_version sm_5_1 sm_5_1_version sm_6_0 sm_6_0_version sm_6_1 sm_6_10 sm_6_10_version sm_6_1_version sm_6_2 sm_6_2_version sm_6_3 \
    sm_6_3_version sm_6_4 sm_6_4_version sm_6_5 sm_6_5_version sm_6_6 sm_6_6_version sm_6_7 sm_6_7_version sm_6_8 sm_6_8_version sm_6_9 \
    sm_6_9_version spirv spirv_1_0 spirv_1_1 spirv_1_2 spirv_1_3 spirv_1_4 spirv_1_5 spirv_1_6 spvAbort spvAtomicFloat16AddEXT \
    spvAtomicFloat16MinMaxEXT spvAtomicFloat32AddEXT spvAtomicFloat32MinMaxEXT spvAtomicFloat64AddEXT spvAtomicFloat64MinMaxEXT \
    spvBFloat16KHR spvBindlessTextureNV spvCooperativeMatrixBlockLoadsNV spvCooperativeMatrixConversionsNV spvCooperativeMatrixKHR \
    spvCooperativeMatrixPerElementOperationsNV spvCooperativeMatrixReductionsNV spvCooperativeMatrixTensorAddressingNV \
    spvCooperativeVectorNV spvCooperativeVectorTrainingNV spvDemoteToHelperInvocation spvDemoteToHelperInvocationEXT spvDerivativeControl \
    spvDescriptorHeapEXT spvDeviceGroup spvFloat8EXT spvFragmentBarycentricKHR spvFragmentFullyCoveredEXT \
    spvFragmentShaderPixelInterlockEXT spvGroupNonUniform spvGroupNonUniformArithmetic spvGroupNonUniformBallot \
    spvGroupNonUniformClustered spvGroupNonUniformPartitionedNV spvGroupNonUniformQuad spvGroupNonUniformRotateKHR \
    spvGroupNonUniformShuffle spvGroupNonUniformShuffleRelative spvGroupNonUniformVote spvImageFootprintNV spvImageGatherExtended \
    spvImageQuery spvInt64Atomics spvMaximalReconvergenceKHR spvMeshShadingEXT spvMinLod spvQuadControlKHR spvRayQueryKHR \
    spvRayQueryPositionFetchKHR spvRayTracingClusterAccelerationStructureNV spvRayTracingKHR spvRayTracingLinearSweptSpheresGeometryNV \
    spvRayTracingMotionBlurNV spvRayTracingPositionFetchKHR spvReplicatedCompositesEXT spvShaderClockKHR spvShaderInvocationReorderEXT \
    spvShaderInvocationReorderMotionEXT spvShaderInvocationReorderMotionNV spvShaderInvocationReorderNV spvShaderNonUniform \
    spvShaderNonUniformEXT spvSparseResidency spvTensorAddressingNV spvVulkanMemoryModelDeviceScopeKHR spvVulkanMemoryModelKHR stage \
    structuredbuffer structuredbuffer_rw subgroup_arithmetic subgroup_ballot subgroup_ballot_activemask subgroup_basic \
    subgroup_basic_ballot subgroup_clustered subgroup_partitioned subgroup_quad subgroup_rotate subgroup_shuffle subgroup_shufflerelative \
    subgroup_vote subpass target task tensor_addressing tesscontrol tesseval textualTarget texture_gather texture_querylevels \
    texture_querylod texture_shadowgrad texture_shadowlod texture_shadowlod_ext texture_size texture_sm_4_0 texture_sm_4_0_fragment \
    texture_sm_4_1 texture_sm_4_1_clamp_fragment texture_sm_4_1_compute_fragment texture_sm_4_1_samplerless \
    texture_sm_4_1_vertex_fragment_geometry texturefootprint texturefootprintclamp this true vertex vk_mem_model wgsl";
