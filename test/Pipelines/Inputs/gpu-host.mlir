  func.func @driver() {
    %x = memref.alloc() : memref<12xf32>
    %w = memref.alloc() : memref<12xf32>
    %y = memref.alloc() : memref<16xf32>
    %s = memref.alloc() : memref<4xf32>
    %a = memref.alloc() : memref<19200xf32>
    %b = memref.alloc() : memref<64xf32>
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    call @main(%x, %w, %y, %s, %c3) : (memref<12xf32>, memref<12xf32>, memref<16xf32>, memref<4xf32>, index) -> ()
    call @maybe_empty(%a, %b, %c0) : (memref<19200xf32>, memref<64xf32>, index) -> ()
    call @maybe_empty(%a, %b, %c3) : (memref<19200xf32>, memref<64xf32>, index) -> ()
    return
  }
}
