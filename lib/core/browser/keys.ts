import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Rotation, RotationElsewhere } from "#lib/core/contract/keys/keys.ts";
import { isUnderWay } from "#lib/core/contract/provisioning/flow.ts";
import { api, queryOf } from "#lib/platform/browser/api.ts";

export const keysKeys = { all: ["api-keys"] as const };

const statesIn = (flows: readonly (Rotation | RotationElsewhere)[]): string => flows.map(({ state }) => state).join();

/** A query of flows, refetched at two intervals (ms): while a flow runs, and otherwise, since another admin may start one. */
const flowOptions = <Flow extends Rotation | RotationElsewhere>(
  queryKey: readonly [string],
  listed: (signal: AbortSignal) => Promise<{ items: Flow[] }>,
  [movingMs, calmMs]: [number, number],
) =>
  queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const { items } = await listed(signal);
      const before = client.getQueryData<Flow[]>(queryKey);
      // A changed state means that a key was created, switched or deleted.
      if (before && statesIn(before) !== statesIn(items)) void client.invalidateQueries({ queryKey: keysKeys.all });
      return items;
    },
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? movingMs : calmMs),
    staleTime: 0,
  });

export const keysOptions = () =>
  queryOf(keysKeys.all, "GET /api/api-keys", {
    staleTime: 0,
    // The server has tried again already.
    retry: false,
  });

export const rotationKeys = { all: ["rotations"] as const };

/** The rotations of the dashboard's key, newest first. While a rotation runs, the user waits for each of its steps. */
export const rotationsOptions = () =>
  flowOptions(rotationKeys.all, (signal) => api("GET /api/rotations", { signal }), [1_000, 10_000]);

export const rotationElsewhereKeys = { all: ["key-replacements"] as const };

/** Rotations of keys that are used outside the dashboard. Any admin may continue them. */
export const rotationsElsewhereOptions = () =>
  flowOptions(rotationElsewhereKeys.all, (signal) => api("GET /api/key-replacements", { signal }), [5_000, 60_000]);

/** Shows the answer to a step at once, so that no dialog opens about the state before it. */
export function showRotationElsewhere(client: QueryClient, answered: RotationElsewhere): void {
  client.setQueryData(rotationsElsewhereOptions().queryKey, (rotations) => {
    const isListed = rotations?.some(({ id }) => id === answered.id);
    return isListed
      ? rotations?.map((one) => (one.id === answered.id ? answered : one))
      : rotations && [answered, ...rotations];
  });
}
