import { describe, expect, it } from "vitest";
import { CotejoError, forbidden, invalid, notFound, stepUpRequired, unauthorized } from "./errors.ts";

describe("a coded failure", () => {
  it.each<[CotejoError, string, number, string]>([
    [notFound("The verification"), "NOT_FOUND", 404, "The verification was not found."],
    [invalid("Invalid url."), "VALIDATION_ERROR", 400, "Invalid url."],
    [unauthorized(), "UNAUTHORIZED", 401, "Sign in first."],
    [forbidden(), "FORBIDDEN", 403, "Your role does not allow this."],
    [stepUpRequired(), "STEP_UP_REQUIRED", 403, "Give your password again to change this."],
  ])("%s has its code, its status and no retry", (error, code, status, message) => {
    expect(error).toBeInstanceOf(CotejoError);
    expect(error).toMatchObject({
      name: "CotejoError",
      code,
      status,
      message,
      retryable: false,
      retryAfter: undefined,
    });
  });

  it("states when to retry, and keeps its cause", () => {
    const cause = new Error("away");
    const error = new CotejoError("DATABASE_UNAVAILABLE", 503, "Away.", { retryable: true, retryAfter: 2, cause });
    expect(error).toMatchObject({ retryable: true, retryAfter: 2, cause });
  });
});
