;; Packs the words of texts that many documents share, without writing out which document has which word: packed-texts.ts says where the tables
;; stand, packed-words.ts what is packed how. `node scripts/assemble.ts` makes packed-texts.wasm of this.
(module
  (memory (export "memory") 1)
  ;; Documents and the keys of their texts, as many as are given at once.
  (global $docs (export "docs") (mut i32) (i32.const 0))
  (global $keys (export "keys") (mut i32) (i32.const 0))
  ;; Pairs of a key, -1 where there is none, and the number of its text; a key whose place is taken has the next free one.
  (global $slots (export "slots") (mut i32) (i32.const 0))
  (global $mask (export "mask") (mut i32) (i32.const 0))
  ;; The number of each document's text from `from` on, -1 for none, and how many documents have each text.
  (global $held (export "held") (mut i32) (i32.const 0))
  (global $from (export "from") (mut i32) (i32.const 0))
  (global $times (export "times") (mut i32) (i32.const 0))
  ;; Where the words of each text begin and those of the last end: pairs of a term and how often it is there.
  (global $texts (export "texts") (mut i32) (i32.const 0))
  (global $norms (export "norms") (mut i32) (i32.const 0))
  ;; Of each term five numbers: where its row begins, where it is written on, the documents of the row, the last of them, the length of its text
  ;; (-1 before the first).
  (global $terms (export "terms") (mut i32) (i32.const 0))
  (global $termsEnd (export "termsEnd") (mut i32) (i32.const 0))
  ;; Of each row that is complete four numbers: where its term stands, where it begins and ends, its documents.
  (global $rows (export "rows") (mut i32) (i32.const 0))
  (global $rowsEnd (export "rowsEnd") (mut i32) (i32.const 0))
  ;; A row that has so many bytes is complete.
  (global $rowBytes (export "rowBytes") (mut i32) (i32.const 0))
  ;; Documents with any word, the first of them and the last.
  (global $documents (export "documents") (mut i32) (i32.const 0))
  (global $first (export "first") (mut i32) (i32.const -1))
  (global $last (export "last") (mut i32) (i32.const -1))

  ;; Notes which texts the first `count` of `docs` have.
  (func (export "hold") (param $count i32)
    (local $at i32) (local $end i32) (local $text i32) (local $place i32)
    (local.set $end (i32.shl (local.get $count) (i32.const 2)))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $text (call $textOf (i32.load (i32.add (global.get $keys) (local.get $at)))))
        (if (i32.ge_s (local.get $text) (i32.const 0))
          (then
            (local.set $place (i32.add (global.get $times) (i32.shl (local.get $text) (i32.const 2))))
            (i32.store (local.get $place) (i32.add (i32.load (local.get $place)) (i32.const 1)))
            (i32.store
              (i32.add
                (global.get $held)
                (i32.shl
                  (i32.sub (i32.load (i32.add (global.get $docs) (local.get $at))) (global.get $from))
                  (i32.const 2)))
              (local.get $text))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $each))))

  ;; The number of the text with that key, -1 for none.
  (func $textOf (param $key i32) (result i32)
    (local $slot i32) (local $place i32) (local $known i32)
    (local.set $slot (i32.and (local.get $key) (global.get $mask)))
    (loop $each
      (local.set $place (i32.add (global.get $slots) (i32.shl (local.get $slot) (i32.const 3))))
      (local.set $known (i32.load (local.get $place)))
      (if (i32.eq (local.get $known) (local.get $key)) (then (return (i32.load offset=4 (local.get $place)))))
      (if (i32.eq (local.get $known) (i32.const -1)) (then (return (i32.const -1))))
      (local.set $slot (i32.and (i32.add (local.get $slot) (i32.const 1)) (global.get $mask)))
      (br $each))
    (unreachable))

  ;; Packs the words of `count` documents from `from` on.
  (func (export "pack") (param $count i32)
    (local $doc i32) (local $end i32) (local $held i32) (local $text i32) (local $term i32)
    (local.set $doc (global.get $from))
    (local.set $end (i32.add (local.get $doc) (local.get $count)))
    (local.set $held (global.get $held))
    (block $done
      (loop $each
        (br_if $done (i32.eq (local.get $doc) (local.get $end)))
        (local.set $text (i32.load (local.get $held)))
        (if (i32.ge_s (local.get $text) (i32.const 0)) (then (call $addAll (local.get $doc) (local.get $text))))
        (local.set $held (i32.add (local.get $held) (i32.const 4)))
        (local.set $doc (i32.add (local.get $doc) (i32.const 1)))
        (br $each)))
    (local.set $term (global.get $terms))
    (block $complete
      (loop $eachTerm
        (br_if $complete (i32.ge_u (local.get $term) (global.get $termsEnd)))
        (if (i32.load offset=8 (local.get $term)) (then (call $complete (local.get $term))))
        (local.set $term (i32.add (local.get $term) (i32.const 20)))
        (br $eachTerm))))

  ;; Packs the words of a document with that text.
  (func $addAll (param $doc i32) (param $text i32)
    (local $norm i32) (local $word i32) (local $end i32) (local $term i32) (local $at i32) (local $step i32)
    (local.set $norm (i32.load8_u (i32.add (global.get $norms) (local.get $text))))
    (local.set $text (i32.add (global.get $texts) (i32.shl (local.get $text) (i32.const 2))))
    (local.set $word (i32.load (local.get $text)))
    (local.set $end (i32.load offset=4 (local.get $text)))
    (if (i32.eq (local.get $word) (local.get $end)) (then (return)))
    (if (i32.eqz (global.get $documents)) (then (global.set $first (local.get $doc))))
    (global.set $last (local.get $doc))
    (global.set $documents (i32.add (global.get $documents) (i32.const 1)))
    (loop $each
      (local.set $term (i32.load (local.get $word)))
      (local.set $at (i32.load offset=4 (local.get $term)))
      (local.set $step
        (i32.or
          (i32.shl (i32.sub (local.get $doc) (i32.load offset=12 (local.get $term))) (i32.const 2))
          (i32.const 3)))
      ;; as most are: there once, in a text as long as the one before, and near it
      (if
        (i32.and
          (i32.and
            (i32.eq (i32.load offset=4 (local.get $word)) (i32.const 1))
            (i32.eq (i32.load offset=16 (local.get $term)) (local.get $norm)))
          (i32.and
            (i32.lt_u (local.get $step) (i32.const 0x4000))
            (i32.lt_u (i32.sub (local.get $at) (i32.load (local.get $term))) (global.get $rowBytes))))
        (then
          (if (i32.lt_u (local.get $step) (i32.const 0x80))
            (then
              (i32.store8 (local.get $at) (local.get $step))
              (local.set $at (i32.add (local.get $at) (i32.const 1))))
            (else
              (i32.store16
                (local.get $at)
                (i32.or
                  (i32.or (i32.and (local.get $step) (i32.const 0x7f)) (i32.const 0x80))
                  (i32.shl (i32.shr_u (local.get $step) (i32.const 7)) (i32.const 8))))
              (local.set $at (i32.add (local.get $at) (i32.const 2)))))
          (i32.store offset=4 (local.get $term) (local.get $at))
          (i32.store offset=8 (local.get $term) (i32.add (i32.load offset=8 (local.get $term)) (i32.const 1)))
          (i32.store offset=12 (local.get $term) (local.get $doc)))
        (else
          (call $add (local.get $term) (i32.load offset=4 (local.get $word)) (local.get $doc) (local.get $norm))))
      (local.set $word (i32.add (local.get $word) (i32.const 8)))
      (br_if $each (i32.lt_u (local.get $word) (local.get $end)))))

  ;; Packs a document of a term, which it has so often.
  (func $add (param $term i32) (param $often i32) (param $doc i32) (param $norm i32)
    (local $at i32) (local $documents i32) (local $flags i32)
    (local.set $at (i32.load offset=4 (local.get $term)))
    (local.set $documents (i32.load offset=8 (local.get $term)))
    (if (i32.ge_u (i32.sub (local.get $at) (i32.load (local.get $term))) (global.get $rowBytes))
      (then
        (call $complete (local.get $term))
        (local.set $documents (i32.const 0))))
    (local.set $flags (i32.eq (local.get $often) (i32.const 1)))
    (if (local.get $documents)
      (then
        (if (i32.eq (local.get $norm) (i32.load offset=16 (local.get $term)))
          (then (local.set $flags (i32.or (local.get $flags) (i32.const 2)))))
        (local.set $at
          (call $number
            (local.get $at)
            (i32.or
              (i32.shl (i32.sub (local.get $doc) (i32.load offset=12 (local.get $term))) (i32.const 2))
              (local.get $flags)))))
      (else
        (local.set $at (call $number (call $number (local.get $at) (local.get $flags)) (local.get $doc)))))
    (if (i32.gt_u (local.get $often) (i32.const 1))
      (then (local.set $at (call $number (local.get $at) (i32.sub (local.get $often) (i32.const 2))))))
    (if (i32.eqz (i32.and (local.get $flags) (i32.const 2)))
      (then
        (i32.store8 (local.get $at) (local.get $norm))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))))
    (i32.store offset=4 (local.get $term) (local.get $at))
    (i32.store offset=8 (local.get $term) (i32.add (local.get $documents) (i32.const 1)))
    (i32.store offset=12 (local.get $term) (local.get $doc))
    (i32.store offset=16 (local.get $term) (local.get $norm)))

  ;; Seven bits to a byte, the lowest first; all but the last have the eighth. Answers the place behind them.
  (func $number (param $at i32) (param $value i32) (result i32)
    (block $last
      (loop $each
        (br_if $last (i32.lt_u (local.get $value) (i32.const 0x80)))
        (i32.store8 (local.get $at) (i32.or (local.get $value) (i32.const 0x80)))
        (local.set $value (i32.shr_u (local.get $value) (i32.const 7)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $each)))
    (i32.store8 (local.get $at) (local.get $value))
    (i32.add (local.get $at) (i32.const 1)))

  ;; Notes the row of a term; the next one begins behind it.
  (func $complete (param $term i32)
    (i32.store (global.get $rowsEnd) (local.get $term))
    (i32.store offset=4 (global.get $rowsEnd) (i32.load (local.get $term)))
    (i32.store offset=8 (global.get $rowsEnd) (i32.load offset=4 (local.get $term)))
    (i32.store offset=12 (global.get $rowsEnd) (i32.load offset=8 (local.get $term)))
    (global.set $rowsEnd (i32.add (global.get $rowsEnd) (i32.const 16)))
    (i32.store (local.get $term) (i32.load offset=4 (local.get $term)))
    (i32.store offset=8 (local.get $term) (i32.const 0))))
