cbuffer Broken { Missing a; };
