# The server alone; docker-compose.yml brings it together with its database.
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY . .
ARG VERSION=devel
ENV CGO_ENABLED=0 GOFLAGS=-buildvcs=false GOCACHE=/go/cache
RUN --mount=type=cache,target=/go/pkg/mod --mount=type=cache,target=/go/cache \
    go build -trimpath -ldflags "-X main.version=${VERSION}" -o /server ./cmd/server

FROM alpine:3.22
RUN adduser -D -H -u 10001 lengthwise
COPY --from=build /server /usr/local/bin/server
USER 10001:10001
# Not loopback, since it is the container's own; the server refuses to start
# there until it is told who may reach it (docker-compose.yml).
ENV LENGTHWISE_ADDR=0.0.0.0:8080
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=6 \
    CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/healthz"]
ENTRYPOINT ["/usr/local/bin/server"]
CMD ["serve"]
