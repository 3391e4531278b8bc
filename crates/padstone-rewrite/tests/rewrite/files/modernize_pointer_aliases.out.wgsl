// rewrite modernize --lang wgsl-2020
struct Table { a : f32, }
alias Read = ptr<storage, Table>;
alias Written = ptr<storage, Table, read_write>;
alias Both = ptr<storage, Table>;
@group(0) @binding(0) var<storage, read> source : Table;
@group(0) @binding(1) var<storage, read_write> target_table : Table;
fn fill(table : ptr<storage, Table, read_write>) {
  table.a = 1.0;
}
@compute @workgroup_size(1)
fn main() {
  let from_ : Read = &source;
  let to : Written = &target_table;
  let other : Both = &source;
  to.a = from_.a + other.a;
  fill(&target_table);
}
