import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type {
  Adoption,
  CreatedKey,
  KeyCheck,
  ListedKeys,
  Rotation,
  RotationElsewhere,
} from "#lib/contract/keys/keys.ts";
import { isUnderWay } from "#lib/contract/provisioning/flow.ts";
import { api, post, queryOf, remove } from "./api.ts";

export const keysKeys = { all: ["api-keys"] as const };

const statesIn = (flows: readonly (Rotation | RotationElsewhere)[]): string => flows.map(({ state }) => state).join();

/** A query of flows, refetched at two intervals (ms): while a flow runs, and otherwise, since another admin may start one. */
const flowOptions = <Flow extends Rotation | RotationElsewhere>(
  queryKey: readonly [string],
  path: string,
  [movingMs, calmMs]: [number, number],
) =>
  queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const { items } = await api<{ items: Flow[] }>(path, { signal });
      const before = client.getQueryData<Flow[]>(queryKey);
      // A changed state means that a key was created, switched or deleted.
      if (before && statesIn(before) !== statesIn(items)) void client.invalidateQueries({ queryKey: keysKeys.all });
      return items;
    },
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? movingMs : calmMs),
    staleTime: 0,
  });

export const keysOptions = () =>
  queryOf<ListedKeys>(keysKeys.all, "/api/api-keys", {
    staleTime: 0,
    // The server has tried again already.
    retry: false,
  });

export const createKey = (name: string) => post<CreatedKey>("/api/api-keys", { id: name });

export const deleteKey = (id: string): Promise<void> => remove(`/api/api-keys/${encodeURIComponent(id)}`);

export type AdoptedKey = { api_key?: string; confirmed?: boolean };

/** Makes the dashboard use another API key, by default the key in `SVC_API_KEY`. */
export const adoptKey = (key: AdoptedKey) => post<Adoption>("/api/key-adoptions", key);

export const checkKey = (api_key: string) => post<KeyCheck>("/api/key-checks", { api_key });

export const rotationKeys = { all: ["rotations"] as const };

/** The rotations of the dashboard's key, newest first. While a rotation runs, the user waits for each of its steps. */
export const rotationsOptions = () => flowOptions<Rotation>(rotationKeys.all, "/api/rotations", [1_000, 10_000]);

export const startRotation = (currentKeyId: string | null) =>
  post<Rotation>("/api/rotations", currentKeyId === null ? {} : { current_key_id: currentKeyId });

export type RotationResume = { id: string; key_id?: string | null };

export const resumeRotation = ({ id, ...body }: RotationResume) => post<Rotation>(`/api/rotations/${id}/resume`, body);

export const rotationElsewhereKeys = { all: ["key-replacements"] as const };

/** Rotations of keys that are used outside the dashboard. Any admin may continue them. */
export const rotationsElsewhereOptions = () =>
  flowOptions<RotationElsewhere>(rotationElsewhereKeys.all, "/api/key-replacements", [5_000, 60_000]);

/** Shows the answer to a step at once, so that no dialog opens about the state before it. */
export function showRotationElsewhere(client: QueryClient, answered: RotationElsewhere): void {
  client.setQueryData(rotationsElsewhereOptions().queryKey, (rotations) => {
    const isListed = rotations?.some(({ id }) => id === answered.id);
    return isListed
      ? rotations?.map((one) => (one.id === answered.id ? answered : one))
      : rotations && [answered, ...rotations];
  });
}

export type RotatedKey = { replacement: RotationElsewhere; created: CreatedKey | null };

export const rotateElsewhere = (old_key_id: string) => post<RotatedKey>("/api/key-replacements", { old_key_id });

/** `orphan`: the key created by a call without an answer; null: none of the offered keys; undefined: there is no doubt. */
export type RotationChoice = { rotation: RotationElsewhere; orphan?: string | null | undefined };

const orphanOf = ({ orphan }: RotationChoice) => (orphan === undefined ? {} : { orphan_id: orphan });

export const createAnotherKey = (named: RotationChoice) =>
  post<RotatedKey>(`/api/key-replacements/${named.rotation.id}/mint`, {
    instead_of: named.rotation.new_key_id,
    ...orphanOf(named),
  });

export const markSwitched = ({ id, switched }: { id: string; switched: boolean }) =>
  api<RotationElsewhere>(`/api/key-replacements/${id}/switched`, { method: switched ? "POST" : "DELETE" });

export const finishRotationElsewhere = (id: string) => post<RotationElsewhere>(`/api/key-replacements/${id}/finish`);

export const stopRotationElsewhere = (named: RotationChoice) =>
  remove<RotationElsewhere>(`/api/key-replacements/${named.rotation.id}`, {
    new_key_id: named.rotation.new_key_id,
    ...orphanOf(named),
  });
