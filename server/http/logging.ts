import { type FastifyServerOptions, LogController } from 'fastify';

export interface LogOptions {
  level?: string;
  /** Receives the lines; standard output by default. */
  stream?: { write(line: string): void };
}

const SECRET_FIELDS = ['authorization', 'pwd', 'pwd_hash', 'token', 'token_hash', 'new_passwd', 'password'];

interface LoggedRequest {
  method: string;
  url: string;
  ip: string;
}

/** Longest path in a log line; longer ones are only sent to fill the log. */
const MAX_PATH_LENGTH = 200;

/** Structured log lines without bodies, queries or secrets. */
export function loggerOptions(logger: boolean | LogOptions): FastifyServerOptions['logger'] {
  if (logger === false) return false;
  const { level = 'info', stream } = logger === true ? {} : logger;
  return {
    level,
    ...(stream === undefined ? {} : { stream }),
    redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '***' },
    serializers: {
      req: (request: LoggedRequest) => ({
        method: request.method,
        path: (request.url.split('?')[0] ?? '').slice(0, MAX_PATH_LENGTH),
        address: request.ip,
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      // `detail` and `where` of database errors are omitted because they contain values.
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        message: error.message,
        code: error.code ?? '',
        stack: error.stack ?? '',
      }),
    },
  } as FastifyServerOptions['logger'];
}

/** Logs one line per request, after it has been answered. */
export class SingleLineLogController extends LogController {
  override incomingRequest(): void {}
}
