import { type FastifyServerOptions, LogController } from 'fastify';

export interface LogOptions {
  level?: string;
  /** Where the lines go; standard output when absent. */
  stream?: { write(line: string): void };
}

const secrets = ['authorization', 'pwd', 'pwd_hash', 'token', 'token_hash', 'new_passwd', 'password'];

interface LoggedRequest {
  method: string;
  url: string;
  ip: string;
}

/** Characters of a path in a log line: longer ones are only sent to fill the log. */
const PATH_MAX = 200;

/** Structured lines without bodies, queries or secrets. */
export function loggerOptions(logger: boolean | LogOptions): FastifyServerOptions['logger'] {
  if (logger === false) return false;
  const { level = 'info', stream } = logger === true ? {} : logger;
  return {
    level,
    ...(stream === undefined ? {} : { stream }),
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '***' },
    serializers: {
      req: (request: LoggedRequest) => ({
        method: request.method,
        path: (request.url.split('?')[0] ?? '').slice(0, PATH_MAX),
        address: request.ip,
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      // Errors of the database carry values in `detail` and `where`: those stay out.
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        message: error.message,
        code: error.code ?? '',
        stack: error.stack ?? '',
      }),
    },
  } as FastifyServerOptions['logger'];
}

/** A request is one line, written when it has been answered. */
export class OneLineEach extends LogController {
  override incomingRequest(): void {}
}
