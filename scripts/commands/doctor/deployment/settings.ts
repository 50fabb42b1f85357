/** Settings that are valid one by one, and make no sense together or for a deployment. */
import type { Config } from '../../../../plugins/settings/config.ts';
import { fail, ok, type Verdict, warn } from './verdicts.ts';

const LOCAL = /^(127\.|::1$|localhost$)/;
const SHORT_MASK = /\/([0-7])$/;

type Environment = Readonly<Record<string, string | undefined>>;

export function settingVerdicts(config: Config, environment: Environment): Verdict[] {
  const check = 'settings';
  if (!config.isSecure) {
    return [warn(check, `${config.baseUrl} is a server for development`, 'Set an https BASE_URL for a deployment')];
  }
  const found: Verdict[] = [];
  const { hostname } = new URL(config.baseUrl);
  if (!config.isLoopback && /^[^.[]+\.?$|\.$/.test(hostname)) {
    const says = `BASE_URL=${config.baseUrl} has a host that ends with a dot or has none, and browsers may keep no cookies for it`;
    found.push(warn(check, says, 'Use a full name such as id.example.com, as people type it'));
  }
  const wide = config.trustProxy.filter((network) => SHORT_MASK.test(network));
  if (wide.length > 0) {
    const toDo = 'Name only the proxies themselves';
    found.push(fail(check, `TRUST_PROXY=${wide.join(',')} believes what visitors say of their address`, toDo));
  }
  if (!config.rateLimits) {
    found.push(fail(check, 'RATE_LIMITS=off is for load tests: strangers can ask without limit', 'Remove it'));
  }
  if (config.metrics !== undefined && !LOCAL.test(config.metrics.host)) {
    const says = `METRICS_HOST=${config.metrics.host} serves metrics to other machines`;
    found.push(warn(check, says, 'Let only your monitoring reach that port'));
  }
  if (config.lifetimes.refreshIdle > config.lifetimes.refreshAbsolute) {
    const says = 'REFRESH_IDLE_DAYS is longer than REFRESH_ABSOLUTE_DAYS, and has no effect';
    found.push(warn(check, says, 'Shorten the first, or lengthen the second'));
  }
  if (config.maxUpload > config.storageQuota) {
    const says = 'UPLOAD_MAX_MB is more than STORAGE_QUOTA_GB lets a school have';
    found.push(warn(check, says, 'Lower the first, or raise the second'));
  }
  if (config.bucket !== undefined && environment.STORAGE_DIR) {
    found.push(warn(check, 'STORAGE_DIR has no effect beside STORAGE_URL', 'Remove one of them'));
  }
  if (config.cimd.enabled && config.cimd.hosts.open) {
    const says = 'CIMD_OPEN_REGISTRATION=on fetches documents of clients from any host';
    found.push(warn(check, says, 'List the hosts in CIMD_ALLOWED_HOSTS, unless it is meant so'));
  }
  return found.length > 0 ? found : [ok(check, 'are valid, and none contradicts another')];
}
