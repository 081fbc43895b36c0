;; Counts rows of delimited text that can be taken as they stand: as many cells as wanted, a line feed at the end, and quotes, if any,
;; around a whole cell with neither quote nor line feed inside. Stops before the first row that is not so, or not whole. Rows that end with a carriage
;; return before the line feed are written anew without it.
;; `node scripts/assemble.ts` makes plain-rows.wasm of this.
(module
  (memory (export "memory") 9)
  ;; Index behind the last row that was counted.
  (global $end (export "end") (mut i32) (i32.const 0))
  ;; Index behind the rows that were written anew.
  (global $written (export "written") (mut i32) (i32.const 0))

  ;; From byte `at` on as far as `length`, behind which the memory is to go on for 16 bytes more; no more than `most` rows, of `wanted` cells. Where
  ;; `out` is not 0 rows may end with a carriage return, too, and all of them are written from there on.
  (func (export "count")
    (param $at i32) (param $length i32) (param $delimiter i32) (param $wanted i32) (param $most i32) (param $out i32)
    (result i32)
    (local $rows i32) (local $row i32) (local $cells i32) (local $cell i32) (local $quoted i32) (local $returns i32) (local $size i32)
    (local $i i32) (local $byte i32) (local $next i32) (local $signs i32)
    (local $sixteen v128) (local $delimiters v128)
    (global.set $end (local.get $at))
    (global.set $written (local.get $out))
    (local.set $row (local.get $at))
    (local.set $cell (local.get $at))
    (local.set $cells (i32.const 1))
    (local.set $delimiters (i8x16.splat (local.get $delimiter)))
    (block $stop
      (loop $windows
        (br_if $stop (i32.ge_u (local.get $at) (local.get $length)))
        (local.set $sixteen (v128.load (local.get $at)))
        (local.set $signs
          (i8x16.bitmask
            (v128.or
              (v128.or
                (i8x16.eq (local.get $sixteen) (local.get $delimiters))
                (i8x16.eq (local.get $sixteen) (i8x16.splat (i32.const 0x0a))))
              (v128.or
                (i8x16.eq (local.get $sixteen) (i8x16.splat (i32.const 0x0d)))
                (i8x16.eq (local.get $sixteen) (i8x16.splat (i32.const 0x22)))))))
        (block $searched
          (loop $each
            (br_if $searched (i32.eqz (local.get $signs)))
            (local.set $i (i32.add (local.get $at) (i32.ctz (local.get $signs))))
            (br_if $stop (i32.ge_u (local.get $i) (local.get $length)))
            (local.set $signs (i32.and (local.get $signs) (i32.sub (local.get $signs) (i32.const 1))))
            (local.set $byte (i32.load8_u (local.get $i)))
            (if (i32.eq (local.get $byte) (i32.const 0x22))
              (then
                (if (local.get $quoted)
                  (then
                    (local.set $next (i32.load8_u offset=1 (local.get $i)))
                    (br_if $stop (i32.ge_u (i32.add (local.get $i) (i32.const 1)) (local.get $length)))
                    (br_if $stop
                      (i32.and
                        (i32.ne (local.get $next) (local.get $delimiter))
                        (i32.and
                          (i32.ne (local.get $next) (i32.const 0x0a))
                          (i32.ne (local.get $next) (i32.const 0x0d)))))
                    (local.set $quoted (i32.const 0)))
                  (else
                    (br_if $stop (i32.ne (local.get $i) (local.get $cell)))
                    (local.set $quoted (i32.const 1))))
                (br $each)))
            (if (local.get $quoted)
              (then
                (br_if $stop (i32.eq (local.get $byte) (i32.const 0x0a)))
                (br $each)))
            (if (i32.eq (local.get $byte) (local.get $delimiter))
              (then
                (local.set $cells (i32.add (local.get $cells) (i32.const 1)))
                (local.set $cell (i32.add (local.get $i) (i32.const 1)))
                (br $each)))
            (if (i32.eq (local.get $byte) (i32.const 0x0d))
              (then
                (br_if $stop (i32.eqz (local.get $out)))
                (br_if $stop (i32.ge_u (i32.add (local.get $i) (i32.const 1)) (local.get $length)))
                (br_if $stop (i32.ne (i32.load8_u offset=1 (local.get $i)) (i32.const 0x0a)))
                (local.set $returns (i32.const 1))
                (br $each)))
            (br_if $stop (i32.ne (local.get $cells) (local.get $wanted)))
            (if (local.get $out)
              (then
                (local.set $size (i32.sub (i32.sub (local.get $i) (local.get $returns)) (local.get $row)))
                (memory.copy (global.get $written) (local.get $row) (local.get $size))
                (global.set $written (i32.add (global.get $written) (local.get $size)))
                (i32.store8 (global.get $written) (i32.const 0x0a))
                (global.set $written (i32.add (global.get $written) (i32.const 1)))
                (local.set $returns (i32.const 0))))
            (local.set $rows (i32.add (local.get $rows) (i32.const 1)))
            (local.set $cells (i32.const 1))
            (local.set $cell (i32.add (local.get $i) (i32.const 1)))
            (local.set $row (local.get $cell))
            (global.set $end (local.get $cell))
            (br_if $stop (i32.eq (local.get $rows) (local.get $most)))
            (br $each)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $windows)))
    (local.get $rows)))
