import type { ArcoDetail, ArcoList, ArcoRequest, PersonOpenings } from "#lib/contract/privacy/arco.ts";
import type { ArcoChange, NewArcoRequest } from "#lib/contract/privacy/arco-input.ts";
import { api, call, patch, post, queryOf } from "./api.ts";

export const arcoKeys = {
  all: ["arco"] as const,
  detail: (id: string) => [...arcoKeys.all, "detail", id] as const,
};

export const arcoListOptions = () =>
  queryOf<ArcoList>([...arcoKeys.all, "list"], "/api/privacy/requests", {
    staleTime: 0,
    // Others change the register too, and deadlines pass.
    refetchInterval: 60_000,
  });

export const arcoOptions = (id: string) =>
  queryOf<ArcoDetail>(arcoKeys.detail(id), `/api/privacy/requests/${id}`, { staleTime: 0 });

/** The openings of the data of a request's people; fetched again on each use. */
export const arcoOpeningsOptions = (id: string) =>
  queryOf<{ people: PersonOpenings[] }>([...arcoKeys.all, "openings", id], `/api/privacy/requests/${id}/openings`, {
    staleTime: 0,
  });

export const registerArco = (request: NewArcoRequest) => post<ArcoRequest>("/api/privacy/requests", request);

export const changeArco = (id: string, change: ArcoChange) => patch<ArcoRequest>(`/api/privacy/requests/${id}`, change);

/** The request with its whole CURP, recorded as an opening; it is not cached. */
export const openArcoCurp = async (id: string): Promise<string> =>
  (await api<ArcoDetail>(`/api/privacy/requests/${id}?whole=true`)).subject.curp ?? "";

export async function extractArco(id: string, format: "json" | "xlsx", people: readonly string[]): Promise<Blob> {
  const parameters = new URLSearchParams([["format", format], ...people.map((key) => ["person", key])]);
  return (await call(`/api/privacy/requests/${id}/extract?${parameters}`)).blob();
}
