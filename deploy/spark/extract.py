"""Reads archives on Spark: spark-submit extract.py PARTS OUT

PARTS is what `pinakes plan --whole` printed, OUT a folder that is made; `pinakes ingest OUT/*.txt.gz` makes a library of it.
Node does all the work, one process for each task: no Python runs on the workers. They need `pinakes` of the version that
planned, or the setting spark.pinakes.command (default: pinakes step extract) says what to run instead.
"""
import sys

from pyspark.sql import SparkSession

parts_path, out = sys.argv[1:3]
spark = SparkSession.builder.appName("pinakes extract").getOrCreate()
command = spark.conf.get("spark.pinakes.command", "pinakes step extract")
per_task = int(spark.conf.get("spark.pinakes.archivesPerTask", "1"))

# Without this Spark sets columns apart by U+0001. JSON never has a tab.
TABS = r"ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t'"
# 3 means: finished, and the output tells what could not be read. A task that failed is done again elsewhere.
USING = f"{command} || [ $? -eq 3 ]"

parts = spark.read.text(parts_path).toDF("part").where("part <> ''")
planned = parts.count()
parts.repartition(max(1, -(-planned // per_task))).createOrReplaceTempView("parts")
lines = spark.sql(f"SELECT TRANSFORM(part) {TABS} USING '{USING}' AS (line STRING) {TABS} FROM parts")
lines.write.option("compression", "gzip").text(out)

done = spark.read.text(out).where("""value LIKE '{"kind":"archive-end"%'""").count()
spark.stop()
print(f"{done} of {planned} archives")
sys.exit(0 if done == planned and planned > 0 else 1)
