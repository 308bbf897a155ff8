# The server as a container: data on a volume, no root, a health check. compose.yaml runs it.
FROM python:3.13-slim

RUN useradd --create-home --uid 1000 olomoc && mkdir /data && chown olomoc /data
WORKDIR /srv/olomoc
COPY . .
RUN pip install --no-cache-dir --require-hashes -r requirements.txt \
    && pip install --no-cache-dir --no-deps --no-build-isolation . && rm -rf build

USER olomoc
WORKDIR /home/olomoc
ENV OLOMOC_DATA=/data HOST=0.0.0.0 PORT=8080
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import httpx; httpx.get('http://127.0.0.1:8080/health').raise_for_status()"]
CMD ["python", "-m", "webapp"]
