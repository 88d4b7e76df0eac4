# The app in a container; compose.yaml starts it.
FROM python:3.13-slim AS build
COPY . /src
RUN python -m venv --without-pip /app
RUN pip --python /app/bin/python install --no-cache-dir "/src[sheets,https,postgres]"

FROM python:3.13-slim
COPY --from=build /app /app
RUN install -d -o 1000 -g 1000 -m 700 /data
ENV PATH=/app/bin:$PATH SCOREKEEPER_INSTANCE=/data
USER 1000:1000
VOLUME /data
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "import http.client as h; c = h.HTTPConnection('127.0.0.1', 8000); c.request('GET', '/health/live'); assert c.getresponse().status == 200"]
CMD ["koikoi-scorekeeper", "serve", "--host", "0.0.0.0"]
