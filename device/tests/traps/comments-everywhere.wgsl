// Comments between any two tokens.
// changed: pack, inline
/* block /* nested */ comment */ alias F = f32; alias V3 = vec3</* t */F>; // end
alias Arr = array<vec4<f32>, N,>;const N=(1<<2)-1;alias In2=In;
struct In{a:V3,//a
/*b*/b:F/*after*/,c:Arr}
struct/*x*/Out /*y*/ { // first
  i /*:*/ : /*t*/ In2 /*,*/ , // i
  @size(/*s*/ 8 /*e*/) z : F /* no comma */
}
@group(0)/*g*/@binding(/*0*/0)var<uniform/*u*/>o:Out;@group(0)@binding(1)var<storage,read_write>res:array<F,N>;
@compute@workgroup_size(1)fn main(){
  res[0]=o./*dot*/i./*d*/a/*.*/.y+o . z; // read
  res[1]=o.i.c[ /*idx*/ 1 ] . /*w*/ w; res[2] = (o).i.b*dot((o.i).a,(((o)).i).a);
  /* before */ let p = & /*amp*/ o.i; res[0] += (*p)/*q*/.b + ( * p ).a[2]
  ; {} ;;
}
