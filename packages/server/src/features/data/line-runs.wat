;; Writes lines of JSON as rows of cells: flat objects of known keys, none of them twice, whose values stand in cells as they do in JSON. Stops
;; before the first line that is not so, or not whole. What a value has to be like is told in plain-lines.ts, which reads all other lines.
;; `node scripts/assemble.ts` makes line-runs.wasm of this.
(module
  (memory (export "memory") 15)
  ;; Lines stand from 0 on, sixteen bytes of 0 behind them, at which every search ends.
  ;; Of each key four numbers: where its bytes stand, in quotes, how many they are, where its cell stands, and its flags.
  (global $keys (export "keys") i32 (i32.const 0x41000))
  (global $names (export "names") i32 (i32.const 0x45000))
  ;; Where the cells stand that may not be empty.
  (global $required (export "required") i32 (i32.const 0x55000))
  ;; Of each cell where its bytes begin and end; both 0 while no key has filled it. The first is that of keys whose values nobody wants.
  (global $cells (export "cells") i32 (i32.const 0x59000))
  (global $out (export "out") i32 (i32.const 0x62000))
  (global $outEnd i32 (i32.const 0xeff00))
  ;; Index behind the last line that was taken.
  (global $end (export "end") (mut i32) (i32.const 0))
  ;; Index behind the rows that were written.
  (global $written (export "written") (mut i32) (i32.const 0))
  (global $keysEnd (mut i32) (i32.const 0))
  (global $requiredEnd (mut i32) (i32.const 0))
  (global $cellsEnd (mut i32) (i32.const 0))

  ;; Lines from `at` on, no more than `most`, by as many keys, cells and required ones as stand in the tables. Answers how many it wrote.
  (func (export "take")
    (param $at i32) (param $most i32) (param $keys i32) (param $required i32) (param $cells i32)
    (result i32)
    (local $lines i32) (local $next i32)
    (global.set $end (local.get $at))
    (global.set $written (global.get $out))
    (global.set $keysEnd (i32.add (global.get $keys) (i32.shl (local.get $keys) (i32.const 4))))
    (global.set $requiredEnd (i32.add (global.get $required) (i32.shl (local.get $required) (i32.const 2))))
    (global.set $cellsEnd (i32.add (global.get $cells) (i32.shl (i32.add (local.get $cells) (i32.const 1)) (i32.const 3))))
    (block $stop
      (loop $each
        (br_if $stop (i32.eq (local.get $lines) (local.get $most)))
        (local.set $next (call $read (global.get $end)))
        (br_if $stop (i32.eqz (local.get $next)))
        (br_if $stop (i32.eqz (call $holdsRequired)))
        (br_if $stop
          (i32.gt_u
            (i32.add
              (i32.add (global.get $written) (i32.sub (local.get $next) (global.get $end)))
              (i32.add (local.get $cells) (i32.const 16)))
            (global.get $outEnd)))
        (call $write)
        (global.set $end (local.get $next))
        (local.set $lines (i32.add (local.get $lines) (i32.const 1)))
        (br $each)))
    (memory.fill (global.get $cells) (i32.const 0) (i32.sub (global.get $cellsEnd) (global.get $cells)))
    (local.get $lines))

  ;; Notes where the values of the line at `at` stand. Answers where the next line begins; 0 when the line is to be read by others.
  (func $read (param $at i32) (result i32)
    (local $key i32) (local $cell i32) (local $byte i32)
    (local.set $at (call $visible (local.get $at)))
    (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 0x7b)) (then (return (i32.const 0))))
    (local.set $key (global.get $keys))
    (loop $each
      (local.set $at (call $visible (i32.add (local.get $at) (i32.const 1))))
      (local.set $key (call $keyAt (local.get $at) (local.get $key)))
      (if (i32.eqz (local.get $key)) (then (return (i32.const 0))))
      (local.set $cell (i32.load offset=8 (local.get $key)))
      (if (i32.eq (local.get $cell) (global.get $cells))
        (then)
        (else (if (i32.load (local.get $cell)) (then (return (i32.const 0))))))
      (local.set $at (call $visible (i32.add (local.get $at) (i32.load offset=4 (local.get $key)))))
      (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 0x3a)) (then (return (i32.const 0))))
      (local.set $at
        (call $value
          (call $visible (i32.add (local.get $at) (i32.const 1)))
          (local.get $cell)
          (i32.load offset=12 (local.get $key))))
      (if (i32.eqz (local.get $at)) (then (return (i32.const 0))))
      (local.set $at (call $visible (local.get $at)))
      (local.set $key (i32.add (local.get $key) (i32.const 16)))
      (local.set $byte (i32.load8_u (local.get $at)))
      (br_if $each (i32.eq (local.get $byte) (i32.const 0x2c))))
    (if (i32.ne (local.get $byte) (i32.const 0x7d)) (then (return (i32.const 0))))
    (local.set $at (call $visible (i32.add (local.get $at) (i32.const 1))))
    (select
      (i32.add (local.get $at) (i32.const 1))
      (i32.const 0)
      (i32.eq (i32.load8_u (local.get $at)) (i32.const 0x0a))))

  ;; The first byte from `at` on that is neither a space nor a tab nor a carriage return.
  (func $visible (param $at i32) (result i32)
    (local $byte i32)
    (loop $each
      (local.set $byte (i32.load8_u (local.get $at)))
      (if (i32.gt_u (local.get $byte) (i32.const 0x20)) (then (return (local.get $at))))
      (if
        (i32.or
          (i32.eq (local.get $byte) (i32.const 0x20))
          (i32.or (i32.eq (local.get $byte) (i32.const 0x09)) (i32.eq (local.get $byte) (i32.const 0x0d))))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br $each))))
    (local.get $at))

  ;; The key that stands at `at`, 0 for none: most often `guess`, since lines mostly have the same keys in the same order.
  (func $keyAt (param $at i32) (param $guess i32) (result i32)
    (local $key i32)
    (if (i32.ge_u (local.get $guess) (global.get $keysEnd)) (then (local.set $guess (global.get $keys))))
    (local.set $key (local.get $guess))
    (loop $each
      (if (call $isSame (local.get $at) (i32.load (local.get $key)) (i32.load offset=4 (local.get $key)))
        (then (return (local.get $key))))
      (local.set $key (i32.add (local.get $key) (i32.const 16)))
      (if (i32.eq (local.get $key) (global.get $keysEnd)) (then (local.set $key (global.get $keys))))
      (br_if $each (i32.ne (local.get $key) (local.get $guess))))
    (i32.const 0))

  ;; Whether the same bytes stand in two places.
  (func $isSame (param $at i32) (param $other i32) (param $length i32) (result i32)
    (local $wanted i32)
    (loop $sixteen
      (local.set $wanted
        (select
          (i32.const 0xffff)
          (i32.sub (i32.shl (i32.const 1) (local.get $length)) (i32.const 1))
          (i32.ge_s (local.get $length) (i32.const 16))))
      (if
        (i32.ne
          (i32.and
            (i8x16.bitmask (i8x16.eq (v128.load (local.get $at)) (v128.load (local.get $other))))
            (local.get $wanted))
          (local.get $wanted))
        (then (return (i32.const 0))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (local.set $other (i32.add (local.get $other) (i32.const 16)))
      (local.set $length (i32.sub (local.get $length) (i32.const 16)))
      (br_if $sixteen (i32.gt_s (local.get $length) (i32.const 0))))
    (i32.const 1))

  ;; Notes in `cell` where the value at `at` stands. Answers where it ends, 0 for one that others are to read. Flags: 1 takes texts, 2 numbers and booleans.
  (func $value (param $at i32) (param $cell i32) (param $flags i32) (result i32)
    (local $byte i32) (local $four i32)
    (local.set $byte (i32.load8_u (local.get $at)))
    (if (i32.eq (local.get $byte) (i32.const 0x22))
      (then
        (return
          (if (result i32) (i32.and (local.get $flags) (i32.const 1))
            (then (call $text (local.get $at) (local.get $cell)))
            (else (i32.const 0))))))
    (local.set $four (i32.load (local.get $at)))
    ;; null
    (if (i32.eq (local.get $four) (i32.const 0x6c6c756e))
      (then
        (i32.store (local.get $cell) (local.get $at))
        (i32.store offset=4 (local.get $cell) (local.get $at))
        (return (i32.add (local.get $at) (i32.const 4)))))
    (if (i32.eqz (i32.and (local.get $flags) (i32.const 2))) (then (return (i32.const 0))))
    ;; true
    (if (i32.eq (local.get $four) (i32.const 0x65757274))
      (then (return (call $span (local.get $cell) (local.get $at) (i32.add (local.get $at) (i32.const 4))))))
    ;; false
    (if (i32.and
          (i32.eq (local.get $byte) (i32.const 0x66))
          (i32.eq (i32.load offset=1 (local.get $at)) (i32.const 0x65736c61)))
      (then (return (call $span (local.get $cell) (local.get $at) (i32.add (local.get $at) (i32.const 5))))))
    (call $number (local.get $at) (local.get $cell)))

  (func $span (param $cell i32) (param $from i32) (param $to i32) (result i32)
    (i32.store (local.get $cell) (local.get $from))
    (i32.store offset=4 (local.get $cell) (local.get $to))
    (local.get $to))

  ;; A text without escapes; a cell with a comma is quoted as JSON is.
  (func $text (param $at i32) (param $cell i32) (result i32)
    (local $i i32) (local $stops i32) (local $commas i32) (local $hasComma i32) (local $sixteen v128)
    (local.set $i (i32.add (local.get $at) (i32.const 1)))
    (loop $windows
      (local.set $sixteen (v128.load (local.get $i)))
      (local.set $commas (i8x16.bitmask (i8x16.eq (local.get $sixteen) (i8x16.splat (i32.const 0x2c)))))
      (local.set $stops
        (i8x16.bitmask
          (v128.or
            (v128.or
              (i8x16.eq (local.get $sixteen) (i8x16.splat (i32.const 0x22)))
              (i8x16.eq (local.get $sixteen) (i8x16.splat (i32.const 0x5c))))
            (i8x16.lt_u (local.get $sixteen) (i8x16.splat (i32.const 0x20))))))
      (if (i32.eqz (local.get $stops))
        (then
          (local.set $hasComma (i32.or (local.get $hasComma) (local.get $commas)))
          (local.set $i (i32.add (local.get $i) (i32.const 16)))
          (br $windows))))
    ;; commas before the first stop
    (local.set $commas
      (i32.and
        (local.get $commas)
        (i32.sub (i32.and (local.get $stops) (i32.sub (i32.const 0) (local.get $stops))) (i32.const 1))))
    (local.set $i (i32.add (local.get $i) (i32.ctz (local.get $stops))))
    (if (i32.ne (i32.load8_u (local.get $i)) (i32.const 0x22)) (then (return (i32.const 0))))
    (if (i32.or (local.get $hasComma) (local.get $commas))
      (then (return (call $span (local.get $cell) (local.get $at) (i32.add (local.get $i) (i32.const 1))))))
    (i32.add
      (call $span (local.get $cell) (i32.add (local.get $at) (i32.const 1)) (local.get $i))
      (i32.const 1)))

  ;; Digits, with or without a fraction, that are what JavaScript writes for the number they are.
  (func $number (param $at i32) (param $cell i32) (result i32)
    (local $first i32) (local $dot i32) (local $end i32) (local $isZero i32)
    (local.set $first (i32.add (local.get $at) (i32.eq (i32.load8_u (local.get $at)) (i32.const 0x2d))))
    (local.set $dot (call $afterDigits (local.get $first)))
    (local.set $end (local.get $dot))
    (local.set $isZero (i32.eq (i32.load8_u (local.get $first)) (i32.const 0x30)))
    (if (i32.eq (local.get $dot) (local.get $first)) (then (return (i32.const 0))))
    ;; a zero before other digits
    (if (i32.and (local.get $isZero) (i32.gt_u (i32.sub (local.get $dot) (local.get $first)) (i32.const 1)))
      (then (return (i32.const 0))))
    (if (i32.eq (i32.load8_u (local.get $dot)) (i32.const 0x2e))
      (then
        (local.set $end (call $afterDigits (i32.add (local.get $dot) (i32.const 1))))
        (if (i32.eq (local.get $end) (i32.add (local.get $dot) (i32.const 1))) (then (return (i32.const 0))))
        (if (i32.eq (i32.load8_u (i32.sub (local.get $end) (i32.const 1))) (i32.const 0x30))
          (then (return (i32.const 0))))
        ;; 0.00
        (if (i32.and (local.get $isZero) (i32.eq (i32.load16_u offset=1 (local.get $dot)) (i32.const 0x3030)))
          (then (return (i32.const 0)))))
      (else
        ;; -0
        (if (i32.and (local.get $isZero) (i32.ne (local.get $first) (local.get $at))) (then (return (i32.const 0))))))
    (if (i32.gt_u (i32.sub (local.get $end) (local.get $first)) (i32.const 15)) (then (return (i32.const 0))))
    (call $span (local.get $cell) (local.get $at) (local.get $end)))

  (func $afterDigits (param $at i32) (result i32)
    (loop $each
      (if (i32.lt_u (i32.sub (i32.load8_u (local.get $at)) (i32.const 0x30)) (i32.const 10))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br $each))))
    (local.get $at))

  (func $holdsRequired (result i32)
    (local $i i32) (local $cell i32)
    (local.set $i (global.get $required))
    (block $all
      (loop $each
        (br_if $all (i32.eq (local.get $i) (global.get $requiredEnd)))
        (local.set $cell (i32.load (local.get $i)))
        ;; one that is not filled begins and ends at 0
        (if (i32.eq (i32.load (local.get $cell)) (i32.load offset=4 (local.get $cell))) (then (return (i32.const 0))))
        (local.set $i (i32.add (local.get $i) (i32.const 4)))
        (br $each)))
    (i32.const 1))

  ;; Writes the cells with a comma between them and a line feed at the end, and empties them.
  (func $write
    (local $cell i32) (local $at i32) (local $from i32) (local $to i32)
    (local.set $at (global.get $written))
    (local.set $cell (i32.add (global.get $cells) (i32.const 8)))
    (loop $each
      (local.set $from (i32.load (local.get $cell)))
      (local.set $to (i32.load offset=4 (local.get $cell)))
      (i64.store (local.get $cell) (i64.const 0))
      (if (i32.ne (local.get $from) (local.get $to))
        (then
          (loop $sixteen
            (v128.store (local.get $at) (v128.load (local.get $from)))
            (local.set $at (i32.add (local.get $at) (i32.const 16)))
            (local.set $from (i32.add (local.get $from) (i32.const 16)))
            (br_if $sixteen (i32.lt_u (local.get $from) (local.get $to))))
          ;; back from behind the last sixteen to the end of the value
          (local.set $at (i32.sub (local.get $at) (i32.sub (local.get $from) (local.get $to))))))
      (i32.store8 (local.get $at) (i32.const 0x2c))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (local.set $cell (i32.add (local.get $cell) (i32.const 8)))
      (br_if $each (i32.lt_u (local.get $cell) (global.get $cellsEnd))))
    (i32.store8 (i32.sub (local.get $at) (i32.const 1)) (i32.const 0x0a))
    (global.set $written (local.get $at))))
