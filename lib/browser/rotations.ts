import { isUnderWay, type Rotation } from "#lib/contract/keys/rotation.ts";
import { api } from "./api.ts";
import { clockedList } from "./clocked-list.ts";

export const rotationKeys = { all: ["rotations"] as const };

/** The rotations of the dashboard's key, newest first; each step of one is waited for. */
export const rotationsOptions = () =>
  clockedList<Rotation>(rotationKeys.all, "/api/rotations", {
    isMoving: isUnderWay,
    movingMs: 1_000,
    calmMs: 10_000,
  });

export const startRotation = (currentKeyId: string | null) =>
  api<Rotation>("/api/rotations", {
    method: "POST",
    body: currentKeyId === null ? {} : { current_key_id: currentKeyId },
  });

export type Resume = { id: string; key_id?: string | null };

export const resumeRotation = ({ id, ...body }: Resume) =>
  api<Rotation>(`/api/rotations/${id}/resume`, { method: "POST", body });
