/**
 * The metrics of the server. Their labels have few values, all from our own lists: a route is its pattern, never a path,
 * and no metric says anything of a person, a client or a school.
 */

const REQUEST_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const WAIT_SECONDS = [0.001, 0.005, 0.02, 0.1, 0.5, 1, 2];

export const COUNTERS = {
  requests: {
    name: 'schoolgate_http_requests_total',
    help: 'Answered requests. The route is its pattern, or `none`.',
    labelNames: ['method', 'route', 'status'],
  },
  refusals: {
    name: 'schoolgate_refused_requests_total',
    help: 'Refused requests by reason, as in the log.',
    labelNames: ['reason'],
  },
  tokens: {
    name: 'schoolgate_token_requests_total',
    help: 'Requests for tokens. The outcome is `issued`, the reason of a refusal, or `error`.',
    labelNames: ['grant_type', 'outcome'],
  },
} as const;

export const HISTOGRAMS = {
  duration: {
    name: 'schoolgate_http_request_duration_seconds',
    help: 'How long requests took to be answered.',
    labelNames: ['route'],
    buckets: REQUEST_SECONDS,
  },
  commitUnits: {
    name: 'schoolgate_commit_units',
    help: 'Transactions that shared a commit, which is always 1 on PostgreSQL.',
    labelNames: [],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
  },
  commitWait: {
    name: 'schoolgate_commit_wait_seconds',
    help: 'How long the first transaction of a commit waited for the writer or a connection.',
    labelNames: [],
    buckets: WAIT_SECONDS,
  },
} as const;

/** Read when the metrics are asked for. One without a value could not be read within a second. */
export const GAUGES = {
  build: { name: 'schoolgate_build_info', help: 'Always 1, with the version.', labelNames: ['version'] },
  ready: {
    name: 'schoolgate_ready',
    help: 'Whether a check of `/readyz` passes (1) or not (0).',
    labelNames: ['check'],
  },
  connections: {
    name: 'schoolgate_database_connections',
    help: 'On PostgreSQL: connections of the pool that are `used` or `idle`, and requests `waiting` for one.',
    labelNames: ['state'],
  },
  databaseBytes: { name: 'schoolgate_database_bytes', help: 'Size of the database.', labelNames: [] },
  walBytes: {
    name: 'schoolgate_database_wal_bytes',
    help: 'On SQLite: size of the write-ahead log.',
    labelNames: [],
  },
  freeBytes: {
    name: 'schoolgate_disk_free_bytes',
    help: 'Free space where the database of SQLite or `DATA_DIR` (`data`) and `STORAGE_DIR` (`storage`) are.',
    labelNames: ['folder'],
  },
  hashes: {
    name: 'schoolgate_password_hashes',
    help: 'Password hashes that are `running` or `waiting`.',
    labelNames: ['state'],
  },
  messages: {
    name: 'schoolgate_outbox_messages',
    help: 'E-mails in the outbox that are `waiting`, or `failed` and kept for 30 days.',
    labelNames: ['state'],
  },
  emailDelay: {
    name: 'schoolgate_outbox_oldest_due_seconds',
    help: 'How long the oldest e-mail has waited since it was first due, however often it was tried; 0 if none waits.',
    labelNames: [],
  },
  webhookDeliveries: {
    name: 'schoolgate_webhook_deliveries',
    help: 'Messages that wait to be sent to webhooks for the first time or again, counted up to 5,000 for each webhook.',
    labelNames: [],
  },
  webhookDelay: {
    name: 'schoolgate_webhook_oldest_due_seconds',
    help: 'How long the oldest message or event for webhooks has been due without being sent or handed to them; 0 if nothing is due.',
    labelNames: [],
  },
  documentHosts: {
    name: 'schoolgate_metadata_document_hosts_unavailable',
    help: 'Hosts of Client ID Metadata Documents that did not answer in the last 15 minutes, and have not since.',
    labelNames: [],
  },
  expiredRows: {
    name: 'schoolgate_expired_rows',
    help: 'Rows that housekeeping has not deleted yet, counted up to 5,000 for each rule.',
    labelNames: ['table'],
  },
  keyAge: {
    name: 'schoolgate_signing_key_age_seconds',
    help: 'Age of the newest signing key.',
    labelNames: [],
  },
  backupAge: {
    name: 'schoolgate_backup_age_seconds',
    help: 'Age of the newest backup in `BACKUP_DIR`. Absent without a backup.',
    labelNames: [],
  },
} as const;

/** Counted elsewhere, and read like the gauges. */
export const TOTALS = {
  documentFetches: {
    name: 'schoolgate_metadata_document_fetches_total',
    help: 'Fetches of Client ID Metadata Documents since the start: `usable`, `unusable`, or the host was `unavailable`.',
    labelNames: ['outcome'],
  },
  emails: {
    name: 'schoolgate_emails_total',
    help: 'Attempts to send an e-mail since the start: `sent`, `postponed` (tried again later), `failed` (not tried again), `expired` (the time of its link was over) or `superseded` (its link was used, or replaced by a newer one).',
    labelNames: ['outcome'],
  },
  webhookAttempts: {
    name: 'schoolgate_webhook_attempts_total',
    help: 'Attempts to send a message to a webhook since the start: `delivered`, `refused` (any answer but 2xx) or `unanswered`.',
    labelNames: ['outcome'],
  },
} as const;
