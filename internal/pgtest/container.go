package pgtest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/log"
	"github.com/testcontainers/testcontainers-go/wait"
)

// image is the oldest version supported.
const image = "postgres:15-alpine"

// startContainer starts PostgreSQL in a container, which testcontainers removes
// when this program ends. The error wraps errNone where Docker does not answer.
func startContainer(ctx context.Context) (address string, err error) {
	if err := dockerAnswers(ctx); err != nil {
		return "", fmt.Errorf("%w (%w)", errNone, err)
	}
	log.SetDefault(log.NewNoopLogger())
	c, err := testcontainers.Run(ctx, image,
		testcontainers.WithEnv(map[string]string{
			"POSTGRES_USER": "lengthwise", "POSTGRES_PASSWORD": "lengthwise", "POSTGRES_DB": "lengthwise",
		}),
		testcontainers.WithExposedPorts("5432/tcp"),
		testcontainers.WithTmpfs(map[string]string{"/var/lib/postgresql/data": "rw"}),
		testcontainers.WithCmd("postgres", "-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=off"),
		// It says so once while it makes the database, and again when it serves.
		testcontainers.WithWaitStrategyAndDeadline(time.Minute, wait.ForLog("database system is ready to accept connections").WithOccurrence(2)),
	)
	if err != nil {
		return "", err
	}
	at, err := c.PortEndpoint(ctx, "5432/tcp", "")
	if err != nil {
		return "", err
	}
	return "postgres://lengthwise:lengthwise@" + at + "/lengthwise?sslmode=disable", nil
}

// dockerAnswers reports why there is no Docker to start a container with.
// testcontainers panics on some of the ways to have none.
func dockerAnswers(ctx context.Context) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("no Docker: %v", r)
		}
	}()
	provider, err := testcontainers.ProviderDefault.GetProvider(testcontainers.WithLogger(log.NewNoopLogger()))
	if err != nil {
		return err
	}
	return errors.Join(provider.Health(ctx), provider.Close())
}
