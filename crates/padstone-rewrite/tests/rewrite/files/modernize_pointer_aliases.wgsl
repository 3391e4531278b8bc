// rewrite modernize --lang wgsl-2020
[[block]] struct Table { [[offset(0)]] a : f32; };
type Read = ptr<storage, Table>;
type Written = ptr<storage, Table>;
type Both = ptr<storage, Table>;
[[group(0), binding(0)]] var<storage> source : [[access(read)]] Table;
[[group(0), binding(1)]] var<storage> target_table : [[access(read_write)]] Table;
fn fill(table : Both) -> void {
  table.a = 1.0;
}
[[stage(compute), workgroup_size(1)]]
fn main() -> void {
  const from : Read = source;
  const to : Written = target_table;
  const other : Both = source;
  to.a = from.a + other.a;
  fill(target_table);
}
