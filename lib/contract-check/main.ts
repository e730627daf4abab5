import { run } from "./command.ts";

const DEFAULT_COLUMNS = 100;

// `npm run contract | head` closes the pipe early: the result stays the same.
process.stdout.on("error", () => undefined);

const { stdout, stderr } = process;
try {
  const { status, out, err } = await run(process.argv.slice(2), process.env, {
    columns: stdout.columns ?? DEFAULT_COLUMNS,
    coloured: Boolean(stdout.isTTY) && stdout.hasColors() && !process.env.NO_COLOR,
  });
  stdout.write(out);
  stderr.write(err);
  process.exitCode = status;
} catch (error) {
  // An internal error: its stack frames alone, since its message may quote an answer.
  const frames = error instanceof Error ? (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line)) : [];
  stderr.write(`contract check crashed (internal error)\n${frames.join("\n")}\n`);
  process.exitCode = 2;
}
