  func.func private @printMemrefF32(memref<*xf32>)
  func.func @driver() {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = arith.constant 12 : index
    %one = arith.constant 1.0 : f32
    %x = memref.alloc() : memref<12xf32>
    %w = memref.alloc() : memref<12xf32>
    %y = memref.alloc() : memref<16xf32>
    %s = memref.alloc() : memref<4xf32>
    scf.for %i = %c0 to %n step %c1 {
      %j = arith.index_cast %i : index to i32
      %f = arith.sitofp %j : i32 to f32
      memref.store %f, %w[%i] : memref<12xf32>
      memref.store %one, %x[%i] : memref<12xf32>
    }
    call @main(%x, %w, %y, %s, %c1) : (memref<12xf32>, memref<12xf32>, memref<16xf32>, memref<4xf32>, index) -> ()
    %row = memref.reinterpret_cast %y to offset: [0], sizes: [4], strides: [1] : memref<16xf32> to memref<4xf32, strided<[1]>>
    %u = memref.cast %row : memref<4xf32, strided<[1]>> to memref<*xf32>
    call @printMemrefF32(%u) : (memref<*xf32>) -> ()
    %best = memref.reinterpret_cast %s to offset: [0], sizes: [1], strides: [1] : memref<4xf32> to memref<1xf32, strided<[1]>>
    %v = memref.cast %best : memref<1xf32, strided<[1]>> to memref<*xf32>
    call @printMemrefF32(%v) : (memref<*xf32>) -> ()
    return
  }
}
