import { api, call, queryOf } from "#lib/platform/browser/api.ts";

export const arcoKeys = {
  all: ["arco"] as const,
  detail: (id: string) => [...arcoKeys.all, "detail", id] as const,
};

export const arcoListOptions = () =>
  queryOf([...arcoKeys.all, "list"], "GET /api/privacy/requests", {
    staleTime: 0,
    // Others change the register too, and deadlines pass.
    refetchInterval: 60_000,
  });

export const arcoOptions = (id: string) =>
  queryOf(arcoKeys.detail(id), "GET /api/privacy/requests/{request_id}", { params: { request_id: id }, staleTime: 0 });

/** The openings of the data of a request's people; fetched again on each use. */
export const arcoOpeningsOptions = (id: string) =>
  queryOf([...arcoKeys.all, "openings", id], "GET /api/privacy/requests/{request_id}/openings", {
    params: { request_id: id },
    staleTime: 0,
  });

/** The request with its whole CURP, recorded as an opening; it is not cached. */
export const openArcoCurp = async (id: string): Promise<string> =>
  (await api("GET /api/privacy/requests/{request_id}", { params: { request_id: id }, query: { whole: "true" } }))
    .subject.curp ?? "";

export async function extractArco(id: string, format: "json" | "xlsx", people: readonly string[]): Promise<Blob> {
  const query = new URLSearchParams([["format", format], ...people.map((key) => ["person", key])]);
  return (await call("GET /api/privacy/requests/{request_id}/extract", { params: { request_id: id }, query })).blob();
}
