import { queryOptions } from "@tanstack/react-query";
import type { ArcoDetail, ArcoKind, ArcoList, ArcoOutcome, ArcoRequest } from "#lib/contract/privacy/arco.ts";
import { api, call, post, read } from "./api.ts";

export const arcoKeys = {
  all: ["arco"] as const,
  list: () => [...arcoKeys.all, "list"] as const,
  detail: (id: string) => [...arcoKeys.all, "detail", id] as const,
};

export const arcoListOptions = () =>
  queryOptions({
    queryKey: arcoKeys.list(),
    queryFn: read<ArcoList>("/api/privacy/requests"),
    staleTime: 0,
    // Others change the register too, and deadlines pass.
    refetchInterval: 60_000,
  });

export const arcoOptions = (id: string) =>
  queryOptions({
    queryKey: arcoKeys.detail(id),
    queryFn: read<ArcoDetail>(`/api/privacy/requests/${id}`),
    staleTime: 0,
  });

type NewRequest = {
  kind: ArcoKind;
  subject: { name?: string; curp?: string; verification_id?: string };
  received_at: string;
};

export const registerArco = (request: NewRequest) => post<ArcoRequest>("/api/privacy/requests", request);

export type ArcoChangeSent =
  | { action: "extend" | "execute" | "note"; text: string }
  | { action: "answer"; outcome: ArcoOutcome; text: string };

export const changeArco = (id: string, change: ArcoChangeSent) =>
  api<ArcoRequest>(`/api/privacy/requests/${id}`, { method: "PATCH", body: change });

/** The request with its whole CURP, recorded as an opening; it is not cached. */
export const openArcoCurp = async (id: string): Promise<string> =>
  (await api<ArcoDetail>(`/api/privacy/requests/${id}?whole=true`)).subject.curp ?? "";

export async function extractArco(id: string, format: "json" | "xlsx", people: readonly string[]): Promise<Blob> {
  const parameters = new URLSearchParams([["format", format], ...people.map((key) => ["person", key])]);
  return (await call(`/api/privacy/requests/${id}/extract?${parameters}`)).blob();
}
