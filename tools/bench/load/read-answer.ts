import { type Agent, get } from "node:http";

/** Requests the URL with these headers, and reads the answer to its last byte. */
export function readAnswer(url: string, headers: Record<string, string>, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent }, (response) => {
      response.resume();
      response.on("end", () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${response.statusCode}`)),
      );
    });
    request.on("error", reject);
  });
}
