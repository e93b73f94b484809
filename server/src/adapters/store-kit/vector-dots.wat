;; Dot products of one query with the rows of a block, 16 values at a time. `npm run generate` writes vector-dots.wasm.
;; The memory holds, at the offsets that vector-dots.ts states too:
;;        0  sums, an i32 for each row
;;    65536  wanted, a byte for each row
;;    81920  the query, signed 16-bit values
;;   147456  the block, rows of signed bytes
(module
  (import "vectors" "memory" (memory 1))
  (func (export "compute") (param $rows i32) (param $stride i32)
    (local $row i32)
    (local $at i32)
    (local $end i32)
    (local $query i32)
    (local $low v128)
    (local $high v128)
    (loop $nextRow
      (if (i32.load8_u offset=65536 (local.get $row))
        (then
          (local.set $end
            (i32.add
              (local.tee $at (i32.mul (local.get $row) (local.get $stride)))
              (local.get $stride)))
          (local.set $query (i32.const 0))
          (local.set $low (v128.const i32x4 0 0 0 0))
          (local.set $high (v128.const i32x4 0 0 0 0))
          ;; Two sums: with one, every addition would wait for the one before.
          (loop $nextValues
            (local.set $low
              (i32x4.add
                (local.get $low)
                (i32x4.dot_i16x8_s
                  (v128.load8x8_s offset=147456 (local.get $at))
                  (v128.load offset=81920 (local.get $query)))))
            (local.set $high
              (i32x4.add
                (local.get $high)
                (i32x4.dot_i16x8_s
                  (v128.load8x8_s offset=147464 (local.get $at))
                  (v128.load offset=81936 (local.get $query)))))
            (local.set $query (i32.add (local.get $query) (i32.const 32)))
            (br_if $nextValues
              (i32.lt_u
                (local.tee $at (i32.add (local.get $at) (i32.const 16)))
                (local.get $end))))
          (local.set $low (i32x4.add (local.get $low) (local.get $high)))
          (i32.store
            (i32.shl (local.get $row) (i32.const 2))
            (i32.add
              (i32.add
                (i32x4.extract_lane 0 (local.get $low))
                (i32x4.extract_lane 1 (local.get $low)))
              (i32.add
                (i32x4.extract_lane 2 (local.get $low))
                (i32x4.extract_lane 3 (local.get $low)))))))
      (br_if $nextRow
        (i32.lt_u
          (local.tee $row (i32.add (local.get $row) (i32.const 1)))
          (local.get $rows))))))
