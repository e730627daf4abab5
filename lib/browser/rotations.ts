import { queryOptions } from "@tanstack/react-query";
import { isUnderWay, type Rotation } from "#lib/contract/rotation.ts";
import { api } from "./api.ts";

export const rotationKeys = { all: ["rotations"] as const };

const BUSY_MS = 1_000;
/** For one that another admin starts. */
const CALM_MS = 10_000;

/** The rotations of the dashboard's key, newest first; asked by the clock, since each step is waited for. */
export const rotationsOptions = () =>
  queryOptions({
    queryKey: rotationKeys.all,
    queryFn: async ({ signal }) => (await api<{ items: Rotation[] }>("/api/rotations", { signal })).items,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? BUSY_MS : CALM_MS),
    staleTime: 0,
  });

export const startRotation = (currentKeyId: string | null) =>
  api<Rotation>("/api/rotations", {
    method: "POST",
    body: currentKeyId === null ? {} : { current_key_id: currentKeyId },
  });

export type Resume = { id: string; key_id?: string | null };

export const resumeRotation = ({ id, ...body }: Resume) =>
  api<Rotation>(`/api/rotations/${id}/resume`, { method: "POST", body });
