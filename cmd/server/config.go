package main

import (
	"fmt"
	"net"
	"net/url"
	"strings"

	"lengthwise/internal/cli"
	"lengthwise/internal/embeddedpg"
	"lengthwise/internal/server"
)

// database says where plans are kept. It is part of every command that needs
// them.
type database struct {
	DatabaseURL      string `name:"database-url" env:"DATABASE_URL" placeholder:"URL" help:"PostgreSQL 15 or later that keeps the plans. Without it the program starts one of its own."`
	StateDir         string `env:"LENGTHWISE_STATE_DIR" placeholder:"DIR" help:"Folder of the program's own database. Without it: /var/lib/lengthwise for root, .local/state/lengthwise in the home folder for others."`
	PostgresBinaries string `env:"LENGTHWISE_POSTGRES_BINARIES" placeholder:"DIR" help:"Folder of postgres and initdb. Without it they are looked for."`
	PostgresUser     string `env:"LENGTHWISE_POSTGRES_USER" placeholder:"USER" help:"Who runs the program's own database where the program is root. Without it: postgres, else nobody."`
}

// config is everything serve can be told: flags, and the same as environment
// variables.
type config struct {
	Addr string `env:"LENGTHWISE_ADDR" default:"127.0.0.1:8080" help:"Address to listen on; port 0 takes a free one."`
	database
	NoAccountsOn string   `env:"LENGTHWISE_NO_ACCOUNTS_ON" placeholder:"ADDR" help:"Says that this address, which is not loopback, may be reached without an account. Pages then carry a bar that says so."`
	Hosts        []string `env:"LENGTHWISE_HOSTS" placeholder:"NAME" help:"Host names the server answers to beside localhost, with commas."`
	Examples     bool     `env:"LENGTHWISE_EXAMPLES" help:"Store the examples where no plan is stored yet."`
	CacheMB      int64    `env:"LENGTHWISE_CACHE_MB" default:"1024" help:"Memory for finished results, in MiB."`
	Log          string   `env:"LENGTHWISE_LOG" enum:"text,json" default:"text" help:"How to log, on standard error: ${enum}."`
}

// maxCacheMB is 1 TiB.
const maxCacheMB = 1 << 20

// check refuses what cannot be meant. A server that others reach and that asks
// nobody who he is has to be asked for by name.
func (c *config) check() error {
	host, _, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return cli.UsageError(fmt.Sprintf("--addr %q is no address; write host:port, such as 127.0.0.1:8080", c.Addr))
	}
	if c.CacheMB < 1 || c.CacheMB > maxCacheMB {
		return cli.UsageError(fmt.Sprintf("--cache-mb is %d; write a number from 1 to %d", c.CacheMB, maxCacheMB))
	}
	for _, h := range c.Hosts {
		if strings.ContainsAny(h, "/ :") && net.ParseIP(strings.Trim(h, "[]")) == nil {
			return cli.UsageError(fmt.Sprintf("--hosts %q is no host name; leave scheme and port out", h))
		}
	}
	if loopback(host) || c.NoAccountsOn == c.Addr {
		return nil
	}
	refused := "listening on " + c.Addr + " would let anyone who reaches it change every plan, since there are no accounts; " +
		"listen on 127.0.0.1:8080 and let a proxy that asks who people are stand before it, or say --no-accounts-on=" + c.Addr
	if c.NoAccountsOn != "" {
		refused += " (it says " + c.NoAccountsOn + ", which is another address)"
	}
	return cli.UsageError(refused)
}

// loopback reports whether only this machine reaches a host. A host that is
// empty is every address of the machine.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// hosts are the names the server answers to. Beyond loopback any address is
// one too: people know the machine by it.
func (c *config) hosts() server.Hosts {
	host, _, _ := net.SplitHostPort(c.Addr) // check has read it
	h := server.Hosts{Names: c.Hosts, Addresses: !loopback(host)}
	if host != "" && net.ParseIP(host) == nil {
		h.Names = append([]string{host}, h.Names...)
	}
	return h
}

// openTo is the address anyone reaches without an account; empty: none.
func (c *config) openTo() string {
	if host, _, _ := net.SplitHostPort(c.Addr); loopback(host) {
		return ""
	}
	return c.Addr
}

// effective is the configuration for the log, secrets masked.
func (c *config) effective() []any {
	where := "the program's own"
	if c.DatabaseURL != "" {
		where = masked(c.DatabaseURL)
	}
	dir := c.StateDir
	if dir == "" {
		dir = stateDir()
	}
	return []any{
		"addr", c.Addr, "database", where, "state_dir", dir, "postgres_binaries", c.PostgresBinaries, "postgres_user", c.PostgresUser,
		"no_accounts_on", c.NoAccountsOn, "hosts", strings.Join(c.Hosts, ","), "examples", c.Examples, "cache_mb", c.CacheMB, "log", c.Log,
	}
}

// masked is a database URL without its password. One in the form of keywords is
// not shown at all.
func masked(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Scheme == "" {
		return "(given, not shown)"
	}
	q := u.Query()
	for _, secret := range []string{"password", "sslpassword", "passfile", "sslkey"} {
		if q.Has(secret) {
			q.Set(secret, "xxxxx")
		}
	}
	u.RawQuery = q.Encode()
	return u.Redacted()
}

// stateDir is where the program keeps its state unless told.
func stateDir() string {
	dir, err := embeddedpg.DefaultStateDir()
	if err != nil {
		return "no folder on this machine, name one"
	}
	return dir
}
