;; Tells what all cells of each column have in common: delimited text in its normal form, where quotes stand around whole cells and are doubled inside.
;; Stops behind the last whole row. `node scripts/assemble.ts` makes cell-forms.wasm of this.
;; A column takes eight bytes of the table: the forms its cells have as bits, and the bytes of its longest cell.
(module
  (memory (export "memory") 12)
  ;; Index behind the last row that was looked at.
  (global $end (export "end") (mut i32) (i32.const 0))

  ;; Bits of the sixteen bytes at `at` that are `first` or one of so many behind it.
  (func $among (param $at i32) (param $first i32) (param $more i32) (result i32)
    (i8x16.bitmask
      (i8x16.le_u
        (i8x16.sub (v128.load (local.get $at)) (i8x16.splat (local.get $first)))
        (i8x16.splat (local.get $more)))))

  ;; The same of thirty-two bytes.
  (func $thirtyTwo (param $at i32) (param $first i32) (param $more i32) (result i32)
    (i32.or
      (call $among (local.get $at) (local.get $first) (local.get $more))
      (i32.shl
        (call $among (i32.add (local.get $at) (i32.const 16)) (local.get $first) (local.get $more))
        (i32.const 16))))

  ;; Begins with a sign that prints, as those of ASCII but the tilde do, letters of two bytes, and those of three up to U+0FFF and from U+4000 on.
  (func $prints (param $byte i32) (result i32)
    (i32.or
      (i32.lt_u (i32.sub (local.get $byte) (i32.const 0x21)) (i32.const 0x5d))
      (i32.or
        (i32.lt_u (i32.sub (local.get $byte) (i32.const 0xc3)) (i32.const 0x1e))
        (i32.lt_u (i32.sub (local.get $byte) (i32.const 0xe4)) (i32.const 0x0a)))))

  ;; `2020-01-31`, or that, T or a space, `23:59:59`, three figures behind a point at most, and Z or not.
  (func $isMoment (param $at i32) (param $size i32) (result i32)
    (local $figures i32) (local $hour i32) (local $behind i32)
    (if (i32.lt_u (local.get $size) (i32.const 10)) (then (return (i32.const 0))))
    (local.set $figures (call $thirtyTwo (local.get $at) (i32.const 0x30) (i32.const 9)))
    (if (i32.ne (i32.and (local.get $figures) (i32.const 0x36f)) (i32.const 0x36f)) (then (return (i32.const 0))))
    (if (i32.ne (i32.load8_u offset=4 (local.get $at)) (i32.const 0x2d)) (then (return (i32.const 0))))
    (if (i32.ne (i32.load8_u offset=7 (local.get $at)) (i32.const 0x2d)) (then (return (i32.const 0))))
    (if (i32.eq (local.get $size) (i32.const 10)) (then (return (i32.const 1))))
    (if (i32.lt_u (local.get $size) (i32.const 19)) (then (return (i32.const 0))))
    (if (i32.gt_u (local.get $size) (i32.const 24)) (then (return (i32.const 0))))
    (if (i32.ne (i32.and (local.get $figures) (i32.const 0x6d800)) (i32.const 0x6d800)) (then (return (i32.const 0))))
    (if (i32.ne (i32.load8_u offset=10 (local.get $at)) (i32.const 0x54))
      (then (if (i32.ne (i32.load8_u offset=10 (local.get $at)) (i32.const 0x20)) (then (return (i32.const 0))))))
    (if (i32.ne (i32.load8_u offset=13 (local.get $at)) (i32.const 0x3a)) (then (return (i32.const 0))))
    (if (i32.ne (i32.load8_u offset=16 (local.get $at)) (i32.const 0x3a)) (then (return (i32.const 0))))
    ;; both figures of the hour, the first in the higher byte
    (local.set $hour
      (i32.or
        (i32.shl (i32.load8_u offset=11 (local.get $at)) (i32.const 8))
        (i32.load8_u offset=12 (local.get $at))))
    (if (i32.gt_u (local.get $hour) (i32.const 0x3233)) (then (return (i32.const 0))))
    (if (i32.eq (i32.load8_u (i32.sub (i32.add (local.get $at) (local.get $size)) (i32.const 1))) (i32.const 0x5a))
      (then (local.set $size (i32.sub (local.get $size) (i32.const 1)))))
    (if (i32.eq (local.get $size) (i32.const 19)) (then (return (i32.const 1))))
    (if (i32.lt_u (local.get $size) (i32.const 21)) (then (return (i32.const 0))))
    (if (i32.gt_u (local.get $size) (i32.const 23)) (then (return (i32.const 0))))
    (if (i32.ne (i32.load8_u offset=19 (local.get $at)) (i32.const 0x2e)) (then (return (i32.const 0))))
    (local.set $behind
      (i32.sub (i32.shl (i32.const 1) (i32.sub (local.get $size) (i32.const 20))) (i32.const 1)))
    (i32.eq
      (i32.and (i32.shr_u (local.get $figures) (i32.const 20)) (local.get $behind))
      (local.get $behind)))

  ;; Takes from the column the forms that the cell does not have. `quotes` is how many stand in and around it.
  (func $cell (param $at i32) (param $to i32) (param $quotes i32) (param $column i32)
    (local $forms i32) (local $size i32) (local $first i32) (local $these i32) (local $others i32)
    (local.set $forms (i32.load (local.get $column)))
    (if (local.get $quotes)
      (then
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (local.set $to (i32.sub (local.get $to) (i32.const 1)))
        (if (i32.eq (local.get $at) (local.get $to)) (then (local.set $forms (i32.const 0))))
        (if (i32.gt_u (local.get $quotes) (i32.const 2))
          (then (local.set $forms (i32.and (local.get $forms) (i32.const 16)))))))
    (local.set $size (i32.sub (local.get $to) (local.get $at)))
    (if (i32.gt_u (local.get $size) (i32.load offset=4 (local.get $column)))
      (then (i32.store offset=4 (local.get $column) (local.get $size))))
    (local.set $first (i32.load8_u (local.get $at)))
    (if (i32.eqz (call $prints (local.get $first)))
      (then (local.set $forms (i32.and (local.get $forms) (i32.const 15)))))
    (if (i32.and (local.get $forms) (i32.const 7))
      (then
        (if (i32.gt_u (local.get $size) (i32.const 32))
          (then (local.set $forms (i32.and (local.get $forms) (i32.const 24))))
          (else
            (local.set $these
              (i32.shr_u (i32.const -1) (i32.sub (i32.const 32) (local.get $size))))
            ;; - . / and figures
            (local.set $others
              (i32.and
                (i32.xor (call $thirtyTwo (local.get $at) (i32.const 0x2d) (i32.const 12)) (i32.const -1))
                (local.get $these)))
            (if (local.get $others)
              (then
                (local.set $forms (i32.and (local.get $forms) (i32.const 28)))
                (if (i32.and
                      (local.get $others)
                      (i32.xor
                        (i32.or
                          (call $thirtyTwo (local.get $at) (i32.const 0x2c) (i32.const 0))
                          (call $thirtyTwo (local.get $at) (i32.const 0x20) (i32.const 0)))
                        (i32.const -1)))
                  (then (local.set $forms (i32.and (local.get $forms) (i32.const 27)))))))
            (if (i32.and (local.get $forms) (i32.const 1))
              (then
                (local.set $others
                  (i32.and
                    (i32.xor (call $thirtyTwo (local.get $at) (i32.const 0x30) (i32.const 9)) (i32.const -1))
                    (local.get $these)))
                (if (local.get $others)
                  (then
                    (if (i32.or
                          (i32.ne (local.get $others) (i32.const 1))
                          (i32.or
                            (i32.ne (local.get $first) (i32.const 0x2d))
                            (i32.eq (local.get $size) (i32.const 1))))
                      (then (local.set $forms (i32.and (local.get $forms) (i32.const 30)))))))))))))
    (if (i32.and (local.get $forms) (i32.const 8))
      (then
        (if (i32.eqz (call $isMoment (local.get $at) (local.get $size)))
          (then (local.set $forms (i32.and (local.get $forms) (i32.const 23)))))))
    (i32.store (local.get $column) (local.get $forms)))

  ;; Looks at whole rows from byte `at` on as far as `length`, behind which the memory is to go on for 48 bytes more. The table of so many columns
  ;; stands at `table`. Answers how many rows there were; -1 for a row of another number of cells.
  (func (export "look")
    (param $at i32) (param $length i32) (param $delimiter i32) (param $table i32) (param $columns i32)
    (result i32)
    (local $rows i32) (local $cell i32) (local $column i32) (local $last i32) (local $quotes i32)
    (local $i i32) (local $byte i32) (local $signs i32)
    (local $sixteen v128) (local $delimiters v128)
    (global.set $end (local.get $at))
    (local.set $cell (local.get $at))
    (local.set $column (local.get $table))
    (local.set $last (i32.add (local.get $table) (i32.shl (i32.sub (local.get $columns) (i32.const 1)) (i32.const 3))))
    (local.set $delimiters (i8x16.splat (local.get $delimiter)))
    (block $stop
      (loop $windows
        (br_if $stop (i32.ge_u (local.get $at) (local.get $length)))
        (local.set $sixteen (v128.load (local.get $at)))
        (local.set $signs
          (i8x16.bitmask
            (v128.or
              (i8x16.eq (local.get $sixteen) (local.get $delimiters))
              (v128.or
                (i8x16.eq (local.get $sixteen) (i8x16.splat (i32.const 0x0a)))
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
                (local.set $quotes (i32.add (local.get $quotes) (i32.const 1)))
                (br $each)))
            ;; within quotes there is an odd number of them before
            (br_if $each (i32.and (local.get $quotes) (i32.const 1)))
            (if (i32.ne (local.get $i) (local.get $cell))
              (then
                (call $cell (local.get $cell) (local.get $i) (local.get $quotes) (local.get $column))
                (local.set $quotes (i32.const 0))))
            (local.set $cell (i32.add (local.get $i) (i32.const 1)))
            (if (i32.eq (local.get $byte) (local.get $delimiter))
              (then
                (if (i32.eq (local.get $column) (local.get $last)) (then (return (i32.const -1))))
                (local.set $column (i32.add (local.get $column) (i32.const 8)))
                (br $each)))
            (if (i32.ne (local.get $column) (local.get $last)) (then (return (i32.const -1))))
            (local.set $column (local.get $table))
            (local.set $rows (i32.add (local.get $rows) (i32.const 1)))
            (global.set $end (local.get $cell))
            (br $each)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $windows)))
    (local.get $rows)))
