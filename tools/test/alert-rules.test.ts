import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const RULES = join(import.meta.dirname, "../../docs/deploy/alerts.yaml");

/** Values of one or more series in promtool's notation, a sample a minute. */
type Series = Record<string, string>;

const calls = (outcome: string) => `cotejo_service_calls_total{outcome="${outcome}"}`;
const requests = (status: string) => `cotejo_http_request_seconds_count{status="${status}"}`;
const deliveries = (outcome: string) => `cotejo_deliveries_total{outcome="${outcome}"}`;
const answeredWithin = (le: string) => `cotejo_delivery_seconds_bucket{le="${le}"}`;
const serverConnections = (state: string) => `cotejo_db_server_connections{state="${state}"}`;

/** For each alert, series for which it alone fires after half an hour, and nearby series for which no alert does. */
const ALERTS: Record<string, { fires: Series; silent: Series }> = {
  CotejoDown: { fires: { 'up{job="cotejo"}': "0x30" }, silent: { 'up{job="cotejo"}': "1x28 0 0" } },
  CotejoProcessDown: {
    fires: { 'cotejo_process_up{process="worker"}': "0x30" },
    silent: { 'cotejo_process_up{process="worker"}': "1x28 0 0" },
  },
  CotejoProcessRestarting: {
    // Killed five times in nine seconds, and up at each sample.
    fires: {
      'cotejo_process_restarts_total{process="worker"}': "0x26 5x3",
      'cotejo_process_up{process="worker"}': "1x30",
    },
    silent: { 'cotejo_process_restarts_total{process="worker"}': "0x10 3x9 4x4 5x4" },
  },
  CotejoDatabaseDown: { fires: { cotejo_database_up: "0x30" }, silent: { cotejo_database_up: "1x29 0" } },
  CotejoDeliveriesNotStored: {
    fires: { [deliveries("unavailable")]: "0+1x30" },
    silent: { [deliveries("unavailable")]: "9x30", [deliveries("stored")]: "0+60x30" },
  },
  CotejoDeliveriesRefused: {
    fires: { [deliveries("no_match")]: "0+1x30" },
    silent: { [deliveries("no_header")]: "0+1x30", [deliveries("too_old")]: "9x30" },
  },
  CotejoDeliveriesSlow: {
    fires: {
      [answeredWithin("5")]: "0+98x30",
      [answeredWithin("10")]: "0+100x30",
      [answeredWithin("+Inf")]: "0+100x30",
    },
    silent: {
      [answeredWithin("5")]: "0+99x30",
      [answeredWithin("10")]: "0+99x30",
      [answeredWithin("+Inf")]: "0+99x30",
    },
  },
  CotejoInboxBehind: {
    fires: { cotejo_inbox_oldest_pending_seconds: "301x30" },
    silent: { cotejo_inbox_oldest_pending_seconds: "300x30" },
  },
  CotejoServiceFailing: {
    fires: { [calls("SERVICE_UNREACHABLE")]: "0+4x30", [calls("OUTCOME_UNKNOWN")]: "0+2x30", [calls("ok")]: "0+5x30" },
    silent: { [calls("SERVICE_UNREACHABLE")]: "0+4x30", [calls("ok")]: "0+5x30" },
  },
  CotejoKeyRefused: {
    fires: { [calls("SERVICE_UNAUTHORIZED")]: "0x20 1x9", [calls("ok")]: "0+9x30" },
    silent: { [calls("SERVICE_UNAUTHORIZED")]: "1x30", [calls("ok")]: "0+9x30" },
  },
  CotejoPagesFailing: {
    fires: { [requests("503")]: "0+6x30", [requests("200")]: "0+94x30" },
    silent: { [requests("503")]: "0+4x30", [requests("200")]: "0+96x30" },
  },
  CotejoConnectionsShort: {
    fires: { 'cotejo_db_connections{process="dashboard",state="waiting"}': "1x30" },
    silent: { 'cotejo_db_connections{process="dashboard",state="busy"}': "7x30" },
  },
  CotejoProcessBusy: {
    fires: { 'nodejs_eventloop_lag_p99_seconds{process="dashboard"}': "0.6x30" },
    silent: { 'nodejs_eventloop_lag_p99_seconds{process="dashboard"}': "0.5x30" },
  },
  CotejoInstanceSilent: {
    fires: { 'cotejo_instances{kind="receiver",state="silent"}': "1x30" },
    silent: { 'cotejo_instances{kind="receiver",state="running"}': "2x30" },
  },
  CotejoDiskFull: {
    fires: { 'cotejo_disk_free_bytes{folder="backups"}': "4900000000x30" },
    silent: { 'cotejo_disk_free_bytes{folder="backups"}': "5000000000x30" },
  },
  CotejoServerConnectionsShort: {
    fires: { [serverConnections("used")]: "81x30", [serverConnections("allowed")]: "100x30" },
    silent: { [serverConnections("used")]: "80x30", [serverConnections("allowed")]: "100x30" },
  },
  CotejoBackupLate: { fires: { cotejo_backups_late: "1x30" }, silent: { cotejo_backups_late: "0x30" } },
};

const has = (program: string): boolean => spawnSync(program, ["--version"]).status === 0;

test("the series of this file cover every alert", () => {
  const alerts = [...readFileSync(RULES, "utf8").matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  expect(Object.keys(ALERTS)).toEqual(alerts);
});

test("each alert fires, alone, for the series that it is for, and is silent for nearby ones", ({ skip }) => {
  skip(!has("promtool"), "promtool, which evaluates the rules, is not installed");
  const evaluation = (name: string, values: Series, firing: string[]) => ({
    name,
    interval: "1m",
    input_series: Object.entries(values).map(([series, values]) => ({ series, values })),
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: "30m",
        exp_samples: firing.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
      },
    ],
  });
  const tests = Object.entries(ALERTS).flatMap(([alert, { fires, silent }]) => [
    evaluation(`${alert} fires`, fires, [alert]),
    evaluation(`${alert} is silent`, silent, []),
  ]);
  const folder = mkdtempSync(join(tmpdir(), "alert-rules-"));
  try {
    const file = join(folder, "tests.yaml");
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: "1m", tests }));
    expect(execFileSync("promtool", ["test", "rules", file], { encoding: "utf8" })).toContain("SUCCESS");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
