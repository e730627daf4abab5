import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { VERSION } from "./version.ts";

// Next bundles copies of these modules, and hot reload evaluates them again: all copies share one registry.
const shared = globalThis as { cotejoMetrics?: { registry: Registry; refreshes: Set<() => Promise<void>> } };

function current() {
  if (!shared.cotejoMetrics) {
    shared.cotejoMetrics = { registry: new Registry(), refreshes: new Set() };
    gauge("cotejo_build_info", "The running version, in a label; the value is 1.", ["version"]).set(
      { version: VERSION },
      1,
    );
  }
  return shared.cotejoMetrics;
}

/** This process's metrics. Labels have few values: no id, name or address is in one. */
export const registry = (): Registry => current().registry;

export const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
  (registry().getSingleMetric(name) as Counter<Label> | undefined) ??
  new Counter({ name, help, labelNames, registers: [registry()] });

export const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
  (registry().getSingleMetric(name) as Gauge<Label> | undefined) ??
  new Gauge({ name, help, labelNames, registers: [registry()] });

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export const histogram = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
  (registry().getSingleMetric(name) as Histogram<Label> | undefined) ??
  new Histogram({ name, help, labelNames, buckets: SECONDS, registers: [registry()] });

/** Calls `refresh` before the metrics are read. It does not reject. */
export const refreshBefore = (refresh: () => Promise<void>): void => void current().refreshes.add(refresh);

/** Adds Node's own metrics, whose measurements cost something, and returns the registry with fresh values. */
export async function readRegistry(): Promise<Registry> {
  const { registry, refreshes } = current();
  if (!registry.getSingleMetric("process_start_time_seconds")) collectDefaultMetrics({ register: registry });
  await Promise.all([...refreshes].map((refresh) => refresh()));
  return registry;
}
