"""Makes documents of archives on Spark: spark-submit documents.py PARTS OUT [EARLIER...]

PARTS is what `pinakes plan` printed; the documents come into OUT/documents, lines of JSON sorted by id, the same that
`pinakes run-steps` and `pinakes ingest` make. EARLIER are results of earlier jobs: their archives belong to this one, too,
and are not read again. Started again after it was stopped, the job goes on behind the last step that was finished.

Node does all the work, one process for each task: no Python runs on the workers. Settings, each given by --conf:
  spark.pinakes.command   what runs on the workers; default: pinakes step
  spark.pinakes.options   flags of all steps, such as --takedowns FILE; `pinakes step --help` lists them. With --for-library
                          OUT/library has what `pinakes merge OUT` makes a library of, for the archives of PARTS
  spark.pinakes.partsPerTask  more than 1 where archives are small: a process costs half a second to start
  spark.pinakes.facts     true: look at the pixels of images as well
  spark.pinakes.index     solr://NODES/COLLECTION: send there what differs from the EARLIER results
"""
import hashlib
import json
import subprocess
import sys

from pyspark.sql import SparkSession, functions as F

parts_path, out, *earlier = sys.argv[1:]
spark = SparkSession.builder.appName("pinakes documents").getOrCreate()
command = spark.conf.get("spark.pinakes.command", "pinakes step")
options = spark.conf.get("spark.pinakes.options", "")
index = spark.conf.get("spark.pinakes.index", "")
plan = json.loads(subprocess.run(f"{command} stages", shell=True, check=True, stdout=subprocess.PIPE).stdout)

COLUMNS = "tbl STRING, key STRING, rank STRING, json STRING"
# Without this Spark sets columns apart by U+0001. Neither keys nor JSON have tabs.
TABS = r"ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t'"


def exists(path):
    path = spark._jvm.org.apache.hadoop.fs.Path(path)
    return path.getFileSystem(spark._jsc.hadoopConfiguration()).exists(path)


class Rows:
    """The rows that a step gave, in a folder for each table."""

    def __init__(self, path, without=()):
        self.path, self.without = path, set(without)
        end = F.when(F.col("tbl") == "#end", F.col("json"))
        rows = spark.read.schema(COLUMNS).parquet(path).groupBy("tbl")
        told = rows.agg(F.count("*").alias("count"), F.collect_list(end).alias("ends")).collect()
        self.counts = {row["tbl"]: row["count"] for row in told}
        self.ends = [json.loads(end) for row in told for end in row["ends"]]

    def of(self, tables):
        wanted = [table for table in tables if self.counts.get(table) and table not in self.without]
        rows = spark.read.schema(COLUMNS).parquet(self.path)
        return rows.where(F.col("tbl").isin(wanted)), sum(self.counts[table] for table in wanted)


def pick(all_rows, tables):
    """All rows of some tables, and how many they are."""
    picked = [one for one in (rows.of(tables) for rows in all_rows) if one[1] > 0]
    whole = None
    for rows, _ in picked:
        whole = rows if whole is None else whole.unionByName(rows)
    return whole, sum(count for _, count in picked)


def step(name, folder, source, columns, count, is_exact=True, flags=""):
    """Rows through a step. Fails when the step did not get all of them, or the output has not all that it wrote."""
    path = f"{out}/rows/{folder}"
    if not exists(f"{path}/_SUCCESS"):
        source.createOrReplaceTempView("source")
        # 3 means: finished, and rows tell what could not be used. A task that failed is done again elsewhere.
        using = f"{command} {name} --from {plan['version']} {flags} {options} || [ $? -eq 3 ]".replace("'", r"\'")
        sql = f"SELECT TRANSFORM({columns}) {TABS} USING '{using}' AS ({COLUMNS}) {TABS} FROM source"
        spark.sql(sql).write.mode("overwrite").partitionBy("tbl").parquet(path)
    rows = Rows(path)
    read, written = 0, {}
    for end in rows.ends:
        read += end["read"]
        for table, number in end["written"].items():
            written[table] = written.get(table, 0) + number
    found = {table: number for table, number in rows.counts.items() if not table.startswith("#")}
    if found != written or (read != count if is_exact else read < count):
        sys.exit(f"{name}: read {read} of {count}, wrote {written}, and {found} arrived")
    return rows


def run_stage(number, stage, available):
    source = available
    for turn in range(stage.get("again", {}).get("rounds", 0) + 1):
        taken, count = pick(source, stage["takes"])
        if count == 0:
            return available
        known, _ = pick(available, stage.get("knows", []))
        # Of what is known only those rows travel that are asked for.
        asked = None if known is None else known.join(taken.select("key").distinct(), "key", "left_semi")
        rows = taken if asked is None else taken.unionByName(asked)
        rows = rows.repartition("key").sortWithinPartitions("key", "rank")
        name = stage["step"]
        given = step(name, f"{number:02}-{name}-{turn}", rows, "tbl, key, rank, json", count, known is None, "--shared")
        if "replaces" in stage:
            for one in available:
                one.without.add(stage["replaces"])
        available = available + [given]
        source = [given]
        if "again" not in stage or not given.counts.get(stage["again"]["until"]):
            return available
    return available


def as_documents(folder):
    return spark.read.text(f"{folder}/documents").select(F.get_json_object("value", "$.id").alias("id"), "value")


def send(documents):
    """What differs from earlier results goes to the index, and what is there no more leaves it."""
    before = None
    for folder in earlier:
        before = as_documents(folder) if before is None else before.union(as_documents(folder))
    def as_rows(table, ids, json_column):
        return ids.select(F.lit(table).alias("tbl"), F.col("id").alias("key"), F.lit("0").alias("rank"), json_column.alias("json"))

    content = F.substring("id", 1, 64)
    changes = as_rows("document", documents, F.col("value"))
    if before is not None:
        gone = before.select("id").distinct().join(documents, "id", "left_anti")
        # All documents of a content go together.
        changed = documents.join(before, ["id", "value"], "left_anti").select("id").unionByName(gone)
        changed = changed.select(content.alias("content")).distinct()
        sent = documents.withColumn("content", content).join(changed, "content", "left_semi")
        changes = as_rows("document", sent, F.col("value")).unionByName(as_rows("gone", gone, F.lit("1")))
    changes = changes.withColumn("content", F.substring("key", 1, 64))
    changes = changes.repartition("content").sortWithinPartitions("key").drop("content")
    ends = step("index", "index", changes, "tbl, key, rank, json", changes.count(), flags=f"--index {index}").ends
    print(f"{sum(end['sent'] for end in ends)} documents sent, {sum(end['removed'] for end in ends)} taken out: {index}")


parts = spark.read.text(parts_path).toDF("part").where("part <> ''")
planned = parts.count()
settings = json.dumps([plan, options, earlier, sorted(row.part for row in parts.collect())])
begun = hashlib.sha256(settings.encode()).hexdigest()
if planned == 0 and not earlier:
    sys.exit(f"{parts_path} names no parts")
if exists(f"{out}/begun"):
    if "".join(row.value for row in spark.read.text(f"{out}/begun").collect()) != begun:
        sys.exit(f"{out} has the work of other parts or settings: name another folder")
else:
    spark.range(1).select(F.lit(begun).alias("value")).write.text(f"{out}/begun")

per_task = int(spark.conf.get("spark.pinakes.partsPerTask", "1"))
def keep(extracted):
    """What a library needs, an archive in one file."""
    kept, count = extracted.of(["library"])
    if count > 0 and not exists(f"{out}/library/_SUCCESS"):
        kept = kept.repartition("key").sortWithinPartitions("key", "rank")
        kept = kept.select(F.concat_ws("\t", "key", "rank", "json").alias("value"))
        kept.write.mode("overwrite").option("compression", "gzip").text(f"{out}/library")


available = []
if planned > 0:
    available.append(step("extract", "extract", parts.repartition(-(-planned // per_task)), "part", planned))
    keep(available[0])
available += [Rows(f"{folder}/rows/extract", ["#poison", "#end"]) for folder in earlier]
for number, stage in enumerate(plan["stages"]):
    if not stage.get("isOptional") or spark.conf.get("spark.pinakes.facts", "false") == "true":
        available = run_stage(number, stage, available)

lines, count = pick(available, ["document"])
if not exists(f"{out}/documents/_SUCCESS"):
    lines = spark.range(0).select(F.lit("").alias("json")) if lines is None else lines
    lines = lines.repartitionByRange(max(1, count // 100_000), "json").sortWithinPartitions("json").select("json")
    lines.write.mode("overwrite").option("compression", "gzip").text(f"{out}/documents")
poison, unusable = pick(available, ["#poison"])
if unusable > 0:
    poison.select("json").coalesce(1).write.mode("overwrite").text(f"{out}/poison")
if index != "":
    send(as_documents(out))
print(f"{planned} parts: {count} documents, {unusable} parts or rows could not be used")
