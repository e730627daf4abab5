import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Rotation, RotationElsewhere } from "#lib/contract/keys/keys.ts";
import { isUnderWay } from "#lib/contract/provisioning/flow.ts";
import { api, queryOf } from "./api.ts";

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

export const createKey = (name: string) => api("POST /api/api-keys", { body: { id: name } });

export const deleteKey = (id: string): Promise<void> =>
  api("DELETE /api/api-keys/{api_key_id}", { params: { api_key_id: id } });

export type AdoptedKey = { api_key?: string; confirmed?: boolean };

/** Makes the dashboard use another API key, by default the key in `SVC_API_KEY`. */
export const adoptKey = (key: AdoptedKey) => api("POST /api/key-adoptions", { body: key });

export const checkKey = (api_key: string) => api("POST /api/key-checks", { body: { api_key } });

export const rotationKeys = { all: ["rotations"] as const };

/** The rotations of the dashboard's key, newest first. While a rotation runs, the user waits for each of its steps. */
export const rotationsOptions = () =>
  flowOptions(rotationKeys.all, (signal) => api("GET /api/rotations", { signal }), [1_000, 10_000]);

export const startRotation = (currentKeyId: string | null) =>
  api("POST /api/rotations", { body: currentKeyId === null ? {} : { current_key_id: currentKeyId } });

export type RotationResume = { id: string; key_id?: string | null };

export const resumeRotation = ({ id, ...body }: RotationResume) =>
  api("POST /api/rotations/{rotation_id}/resume", { params: { rotation_id: id }, body });

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

export const rotateElsewhere = (old_key_id: string) => api("POST /api/key-replacements", { body: { old_key_id } });

/** `orphan`: the key created by a call without an answer; null: none of the offered keys; undefined: there is no doubt. */
export type RotationChoice = { rotation: RotationElsewhere; orphan?: string | null | undefined };

const orphanOf = ({ orphan }: RotationChoice) => (orphan === undefined ? {} : { orphan_id: orphan });

export const createAnotherKey = (named: RotationChoice) =>
  api("POST /api/key-replacements/{replacement_id}/mint", {
    params: { replacement_id: named.rotation.id },
    body: { instead_of: named.rotation.new_key_id, ...orphanOf(named) },
  });

export const markSwitched = ({ id, switched }: { id: string; switched: boolean }) =>
  api(`${switched ? "POST" : "DELETE"} /api/key-replacements/{replacement_id}/switched`, {
    params: { replacement_id: id },
  });

export const finishRotationElsewhere = (id: string) =>
  api("POST /api/key-replacements/{replacement_id}/finish", { params: { replacement_id: id } });

export const stopRotationElsewhere = (named: RotationChoice) =>
  api("DELETE /api/key-replacements/{replacement_id}", {
    params: { replacement_id: named.rotation.id },
    body: { new_key_id: named.rotation.new_key_id, ...orphanOf(named) },
  });
