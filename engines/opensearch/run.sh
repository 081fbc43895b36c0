#!/bin/sh
# One OpenSearch 2.19.1 node on http://127.0.0.1:9200 from Maven artifacts alone (Java 17 or 21), as a witness for the
# fuzzer and the benchmarks. The first start downloads about 60 MB. DATA = its folder, HEAP = its memory.
set -e
here=$(cd "$(dirname "$0")" && pwd)
cache=${CACHE:-$here/../../.cache/opensearch}
mkdir -p "$cache"
cache=$(cd "$cache" && pwd)
[ -d "$cache/lib" ] || mvn -q -B -f "$here/pom.xml" dependency:copy-dependencies -DoutputDirectory="$cache/lib" -DincludeScope=runtime
data=${DATA:-$cache/data}
mkdir -p "$data/repo"
# the runner listens on the base port plus the number of the node
exec java -Xms"${HEAP:-1g}" -Xmx"${HEAP:-1g}" -XX:+UseG1GC \
  -Dopensearch.set.netty.runtime.available.processors=false -Dio.netty.noUnsafe=true -Dlog4j2.disable.jmx=true \
  -cp "$cache/lib/*" org.codelibs.opensearch.runner.OpenSearchRunner \
  -basePath "$data" -confPath "$here/conf" -numOfNode 1 -baseHttpPort 9199 -clusterName witness
