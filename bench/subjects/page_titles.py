"""Titles and image addresses of pages by FastWARC and resiliparse; prints a sample like those of our own subjects."""
import json
import resource
import sys
import time
import zlib

import brotli
from fastwarc.warc import ArchiveIterator, WarcRecordType
from resiliparse.parse.encoding import bytes_to_str, detect_encoding
from resiliparse.parse.html import HTMLTree


def usage():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def decode(body, coding):
    """Undoes a coding; a falsely declared one leaves the body as it is. FastWARC's own decoding ends the file there."""
    try:
        if coding in ('gzip', 'x-gzip'):
            return zlib.decompress(body, 31)
        if coding == 'deflate':
            return zlib.decompress(body, 15 if body[:1] == b'\x78' else -15)
        if coding == 'br':
            return brotli.decompress(body)
    except (zlib.error, brotli.error):
        pass
    return body


def read(path):
    pages = titles = images = 0
    with open(path, 'rb') as stream:
        for record in ArchiveIterator(stream, record_types=WarcRecordType.response, parse_http=True, auto_decode='transfer'):
            http = record.http_headers
            if http is None or http.status_code != 200 or record.http_content_type not in ('text/html', 'application/xhtml+xml'):
                continue
            body = decode(record.reader.read(), (http.get('content-encoding') or '').strip().lower())
            tree = HTMLTree.parse(bytes_to_str(body, record.http_charset or detect_encoding(body)))
            pages += 1
            titles += len((tree.title or '').strip()) > 0
            if tree.document is not None:
                # A slice: from version 2 on, each step of an iteration asks for the whole collection anew.
                for image in tree.document.get_elements_by_tag_name('img')[:]:
                    images += len(image.getattr('src') or '') > 0
    return {'pages': pages, 'titles': titles, 'images': images}


started, before = time.perf_counter(), usage()
result = read(sys.argv[1])
print(json.dumps({
    'cpuSeconds': usage() - before,
    'wallSeconds': time.perf_counter() - started,
    'peakBytes': resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
    'result': result,
}))
