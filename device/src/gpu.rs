//! The device: runs one workgroup of a shader on the contents of buffers.

use std::borrow::Cow;

use padstone_testing::report_unchecked;
use wgpu::{
    Adapter, Backends, BindGroup, BindGroupDescriptor, BindGroupEntry, BindGroupLayout, BindGroupLayoutDescriptor, BindGroupLayoutEntry,
    BindingType, Buffer, BufferBindingType, BufferDescriptor, BufferUsages, ComputePassDescriptor, ComputePipeline,
    ComputePipelineDescriptor, Device, DeviceDescriptor, DeviceType, ErrorFilter, ExperimentalFeatures, Features, Instance,
    InstanceDescriptor, MapMode, MemoryHints, PipelineLayout, PipelineLayoutDescriptor, PollType, Queue, ShaderModule,
    ShaderModuleDescriptor, ShaderModuleDescriptorPassthrough, ShaderSource, ShaderStages,
};

/// A software Vulkan device, with the same results on every machine.
#[derive(Debug)]
pub struct Gpu {
    device: Device,
    queue: Queue,
}

/// The access of a shader to a storage buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BufferAccess {
    /// Read-only.
    Read,
    /// Read and write.
    ReadWrite,
}

/// A compute shader that can run.
#[derive(Debug)]
pub struct Kernel<'g> {
    gpu: &'g Gpu,
    pipeline: ComputePipeline,
    layout: BindGroupLayout,
    /// The number of buffers.
    buffers: usize,
}

impl Gpu {
    /// Finds lavapipe. If it is missing, records the skipped checks for `cargo xtask test`; with the environment variable CI
    /// set, that is a failure.
    pub fn find(checks: &str) -> Option<Gpu> {
        let found = pollster::block_on(open());
        if let Err(error) = &found {
            report_unchecked(&format!("{checks}: {error}"), true);
        }
        found.ok()
    }

    /// A compute shader of a SPIR-V module, whose buffers have set 0 and bindings 0, 1, 2…
    ///
    /// The module must be valid: it comes from naga or from padstone, and a test has validated it.
    ///
    /// # Errors
    /// The error of the device.
    pub fn kernel(&self, words: &[u32], entry_point: &str, kinds: &[BufferAccess]) -> Result<Kernel<'_>, String> {
        let scope = self.device.push_error_scope(ErrorFilter::Validation);
        let entries: Vec<_> = (0..).zip(kinds).map(|(binding, &kind)| layout_entry(binding, kind)).collect();
        let layout = self.device.create_bind_group_layout(&BindGroupLayoutDescriptor { label: None, entries: &entries });
        let pipeline_layout = self.device.create_pipeline_layout(&PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let pipeline = self.device.create_compute_pipeline(&ComputePipelineDescriptor {
            label: None,
            layout: Some(&pipeline_layout),
            module: &self.module(words, entry_point),
            entry_point: Some(entry_point),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: None,
        });
        match pollster::block_on(scope.pop()) {
            Some(error) => Err(error.to_string()),
            None => Ok(Kernel { gpu: self, pipeline, layout, buffers: kinds.len() }),
        }
    }

    /// Creates a compute pipeline of a WGSL shader with an existing layout. wgpu validates the shader against the layout.
    ///
    /// # Errors
    /// The error of the device.
    pub fn takes(
        &self,
        wgsl: &str,
        entry_point: &str,
        layouts: impl FnOnce(&Device) -> (Vec<BindGroupLayout>, PipelineLayout),
    ) -> Result<(), String> {
        let scope = self.device.push_error_scope(ErrorFilter::Validation);
        let source = ShaderModuleDescriptor { label: None, source: ShaderSource::Wgsl(Cow::Borrowed(wgsl)) };
        let module = self.device.create_shader_module(source);
        let (_groups, layout) = layouts(&self.device);
        let _pipeline = self.device.create_compute_pipeline(&ComputePipelineDescriptor {
            label: None,
            layout: Some(&layout),
            module: &module,
            entry_point: Some(entry_point),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: None,
        });
        pollster::block_on(scope.pop()).map_or(Ok(()), |error| Err(error.to_string()))
    }

    #[expect(unsafe_code, reason = "passes the module to the driver unchanged: otherwise naga would parse it and recompute its layout")]
    fn module(&self, words: &[u32], entry_point: &str) -> ShaderModule {
        let entry = wgpu::PassthroughShaderEntryPoint { name: Cow::Borrowed(entry_point), workgroup_size: (1, 1, 1) };
        let descriptor = ShaderModuleDescriptorPassthrough {
            spirv: Some(Cow::Borrowed(words)),
            entry_points: Cow::Owned(vec![entry]),
            ..ShaderModuleDescriptorPassthrough::default()
        };
        // SAFETY: the caller passes a valid module without out-of-bounds accesses, as `kernel` requires.
        unsafe { self.device.create_shader_module_passthrough(descriptor) }
    }

    fn buffer(&self, size: usize, usage: BufferUsages) -> Buffer {
        let size = u64::try_from(size).expect("a size fits");
        self.device.create_buffer(&BufferDescriptor { label: None, size, usage, mapped_at_creation: false })
    }
}

impl Kernel<'_> {
    /// Runs the shader and returns the contents of its buffers afterwards.
    ///
    /// # Errors
    /// The error of the device.
    ///
    /// # Panics
    /// If the number of buffers is not that of the shader, or the size of one is not a multiple of 4.
    pub fn run(&self, contents: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, String> {
        assert_eq!(contents.len(), self.buffers, "the number of buffers is that of the shader");
        let Gpu { device, queue } = self.gpu;
        let scope = device.push_error_scope(ErrorFilter::Validation);
        let filled = |bytes: &Vec<u8>| {
            assert!(bytes.len().is_multiple_of(4), "a buffer of {} bytes", bytes.len());
            let buffer = self.gpu.buffer(bytes.len(), BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC);
            queue.write_buffer(&buffer, 0, bytes);
            buffer
        };
        let buffers: Vec<Buffer> = contents.iter().map(filled).collect();
        let bound = self.bind(&buffers);
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut pass = encoder.begin_compute_pass(&ComputePassDescriptor::default());
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &bound, &[]);
        pass.dispatch_workgroups(1, 1, 1);
        drop(pass);
        let copied = |(from, bytes): (&Buffer, &Vec<u8>)| {
            let to = self.gpu.buffer(bytes.len(), BufferUsages::COPY_DST | BufferUsages::MAP_READ);
            encoder.copy_buffer_to_buffer(from, 0, &to, 0, None);
            to
        };
        let results: Vec<Buffer> = buffers.iter().zip(contents).map(copied).collect();
        queue.submit([encoder.finish()]);
        results.iter().for_each(|buffer| buffer.slice(..).map_async(MapMode::Read, |_| {}));
        device.poll(PollType::wait_indefinitely()).map_err(|error| error.to_string())?;
        if let Some(error) = pollster::block_on(scope.pop()) {
            return Err(error.to_string());
        }
        let bytes = |buffer: &Buffer| buffer.slice(..).get_mapped_range().map(|view| view.to_vec()).map_err(|error| error.to_string());
        results.iter().map(bytes).collect()
    }

    fn bind(&self, buffers: &[Buffer]) -> BindGroup {
        let bound = (0..).zip(buffers).map(|(binding, buffer)| BindGroupEntry { binding, resource: buffer.as_entire_binding() });
        let entries: Vec<BindGroupEntry<'_>> = bound.collect();
        self.gpu.device.create_bind_group(&BindGroupDescriptor { label: None, layout: &self.layout, entries: &entries })
    }
}

async fn open() -> Result<Gpu, String> {
    let instance = Instance::new(InstanceDescriptor { backends: Backends::VULKAN, ..InstanceDescriptor::new_without_display_handle() });
    let adapters = instance.enumerate_adapters(Backends::VULKAN).await;
    let adapter = adapters.into_iter().find(is_lavapipe).ok_or("there is no lavapipe (Debian package mesa-vulkan-drivers)")?;
    let descriptor = DeviceDescriptor {
        required_features: Features::PASSTHROUGH_SHADERS,
        required_limits: adapter.limits(),
        experimental_features: experimental(),
        memory_hints: MemoryHints::MemoryUsage,
        ..DeviceDescriptor::default()
    };
    let (device, queue) = adapter.request_device(&descriptor).await.map_err(|error| format!("lavapipe: {error}"))?;
    Ok(Gpu { device, queue })
}

fn is_lavapipe(adapter: &Adapter) -> bool {
    let info = adapter.get_info();
    info.device_type == DeviceType::Cpu && info.name.contains("llvmpipe")
}

#[expect(unsafe_code, reason = "wgpu counts the pass-through of SPIR-V among its experiments")]
fn experimental() -> ExperimentalFeatures {
    // SAFETY: the only experimental feature in use is the pass-through of SPIR-V.
    unsafe { ExperimentalFeatures::enabled() }
}

fn layout_entry(binding: u32, kind: BufferAccess) -> BindGroupLayoutEntry {
    let ty = BufferBindingType::Storage { read_only: kind == BufferAccess::Read };
    let ty = BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None };
    BindGroupLayoutEntry { binding, visibility: ShaderStages::COMPUTE, ty, count: None }
}
