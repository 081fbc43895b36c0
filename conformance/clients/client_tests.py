"""The official Python client, opensearch-dsl and a log shipper against the door; run by python.test.ts."""

import logging
import os
import unittest

from opensearch_logger import OpenSearchHandler
from opensearchpy import ConflictError, NotFoundError, OpenSearch, RequestError, helpers
from opensearch_dsl import A, Document, Integer, Keyword, Nested, Q, Search, Text, analyzer, connections

URL = os.environ["DOOR_URL"]
TOKEN = os.environ["DOOR_TOKEN"]


def connect(**more):
    return OpenSearch(URL, http_auth=("any", TOKEN), **more)


class Client(unittest.TestCase):
    def setUp(self):
        self.client = connect(http_compress=True)

    def tearDown(self):
        self.client.indices.delete(index="py-*", ignore_unavailable=True)

    def test_bulk_and_scan_helpers(self):
        rows = ({"_index": "py-rows", "_id": str(n), "n": n, "name": f"name {n % 7}"} for n in range(3000))
        self.assertEqual(helpers.bulk(self.client, rows, chunk_size=700), (3000, []))
        found = helpers.scan(self.client, index="py-rows", query={"query": {"range": {"n": {"lt": 2500}}}}, size=400)
        self.assertEqual({hit["_source"]["n"] for hit in found}, set(range(2500)))

    def test_bulk_reports_what_it_could_not_store(self):
        self.client.indices.create(index="py-typed", body={"mappings": {"properties": {"n": {"type": "integer"}}}})
        rows = [{"_index": "py-typed", "n": 1}, {"_index": "py-typed", "n": "one"}, {"_index": "py-typed", "n": 3}]
        with self.assertRaises(helpers.BulkIndexError) as raised:
            helpers.bulk(self.client, rows)
        (error,) = raised.exception.errors
        self.assertEqual(error["index"]["error"]["type"], "mapper_parsing_exception")
        self.assertEqual(self.client.count(index="py-typed")["count"], 2)

    def test_streaming_bulk_with_updates_and_deletes(self):
        self.client.index(index="py-mix", id="1", body={"n": 1})
        actions = [
            {"_op_type": "update", "_index": "py-mix", "_id": "1", "doc": {"n": 2}},
            {"_op_type": "create", "_index": "py-mix", "_id": "2", "n": 5},
            {"_op_type": "delete", "_index": "py-mix", "_id": "2"},
        ]
        self.assertTrue(all(ok for ok, _ in helpers.streaming_bulk(self.client, actions)))
        self.assertEqual(self.client.get(index="py-mix", id="1")["_source"], {"n": 2})
        self.assertFalse(self.client.exists(index="py-mix", id="2"))

    def test_errors_have_their_classes(self):
        with self.assertRaises(NotFoundError):
            self.client.search(index="py-nothing")
        self.client.create(index="py-once", id="1", body={})
        with self.assertRaises(ConflictError):
            self.client.create(index="py-once", id="1", body={})
        with self.assertRaises(RequestError) as raised:
            self.client.indices.create(index="PY-Upper")
        self.assertEqual(raised.exception.error, "invalid_index_name_exception")

    def test_whole_numbers_are_whole(self):
        self.client.index(index="py-big", id="1", body={"n": 2**53 + 1})
        self.assertEqual(self.client.get(index="py-big", id="1")["_source"]["n"], 2**53 + 1)
        hits = self.client.search(index="py-big", body={"query": {"term": {"n": 2**53 + 1}}})["hits"]
        self.assertEqual(hits["total"]["value"], 1)


plain = analyzer("plain", tokenizer="standard", filter=["lowercase", "stop", "snowball"], char_filter=["html_strip"])


class Book(Document):
    title = Text(analyzer="snowball", fields={"raw": Keyword()})
    about = Text(analyzer=plain)
    shelf = Keyword()
    year = Integer()
    lent = Nested(properties={"who": Keyword(), "days": Integer()})

    class Index:
        name = "py-books"


class Dsl(unittest.TestCase):
    def setUp(self):
        connections.add_connection("default", connect())
        Book.init()
        Book(meta={"id": "1"}, title="Bumi Manusia", shelf="a", year=1980, lent=[{"who": "ann", "days": 3}]).save()
        Book(meta={"id": "2"}, title="Laskar Pelangi", shelf="b", year=2005, about="<b>Running</b> schools").save()
        Book(meta={"id": "3"}, title="Cantik Itu Luka", shelf="b", year=2002).save()

    def tearDown(self):
        connections.get_connection().indices.delete(index="py-*", ignore_unavailable=True)

    def test_documents_go_there_and_back(self):
        book = Book.get(id="1")
        self.assertEqual((book.title, book.lent[0].days), ("Bumi Manusia", 3))
        book.update(shelf="c")
        self.assertEqual(Book.get(id="1").shelf, "c")
        book.delete()
        self.assertIsNone(Book.get(id="1", ignore=404))

    def test_queries_and_aggregations(self):
        search = Book.search().query("match", title="pelangi bumi").filter("range", year={"gte": 1990})
        self.assertEqual([hit.meta.id for hit in search], ["2"])
        self.assertEqual([hit.meta.id for hit in Book.search().query("match", about="school runs")], ["2"])
        shelves = Book.search()[:0]
        shelves.aggs.bucket("shelves", A("terms", field="shelf")).metric("first", "min", field="year")
        buckets = shelves.execute().aggregations.shelves.buckets
        self.assertEqual([(b.key, b.doc_count, b.first.value) for b in buckets], [("b", 2, 2002.0), ("a", 1, 1980.0)])
        nested = Search(index="py-books").query("nested", path="lent", query=Q("term", lent__who="ann"))
        self.assertEqual(nested.count(), 1)

    def test_scan_reads_all(self):
        self.assertEqual({hit.year for hit in Book.search().scan()}, {1980, 2005, 2002})


class LogShipper(unittest.TestCase):
    def test_log_lines_arrive_by_bulk(self):
        handler = OpenSearchHandler(
            index_name="py-logs",
            index_rotate="DAILY",
            hosts=[URL],
            http_auth=("any", TOKEN),
            buffer_size=50,
            raise_on_index_exc=True,
        )
        log = logging.getLogger("shipped")
        log.setLevel(logging.INFO)
        log.propagate = False
        log.addHandler(handler)
        for n in range(120):
            log.info("line %d", n, extra={"n": n})
        log.error("the last one")
        handler.close()
        client = connect()
        found = client.search(index="py-logs*", body={"query": {"match_phrase": {"message": "the last one"}}})
        self.assertEqual(found["hits"]["total"]["value"], 1)
        self.assertEqual(found["hits"]["hits"][0]["_source"]["log"]["level"], "ERROR")
        self.assertEqual(client.count(index="py-logs*")["count"], 121)
        client.indices.delete(index="py-*")


if __name__ == "__main__":
    unittest.main(verbosity=2)
