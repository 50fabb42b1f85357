/** Apps that are known by the address of their description, and what is thought of them. */
export const reviews = {
  lead: 'Apps that identify themselves by a web address. Only the host is verified; the name is the app’s own claim.',
  whoDecides: 'You approve and block apps for every school on this platform.',
  othersDecide:
    'The people who run the platform approve and block apps, because that counts for every school. You decide whether your school offers an app to its members.',
  noOneDecides:
    'No one decides yet which apps may change things. Ask the people who run the server: they can name someone to decide (PLATFORM_OPERATORS), or approve an app (schoolgate clients).',
  allOfPlatform: 'Showing all apps known to the platform.',
  manual: 'How reviews work',
  onlyHere: 'Showing apps connected at this school or offered to its members.',
  states: { unreviewed: 'Not reviewed', by_default: 'Approved by default', approved: 'Approved', blocked: 'Blocked' },
  changed: 'Changed since approval',
  adopted: 'Offered to members',
  bundled: 'Known by the copy of its metadata that is part of this server',
  filter: { state: 'Status', any: 'All', submit: 'Filter' },
  empty: 'No apps yet',
  emptyText:
    'An app appears here once someone allows it, or decides about it here. You can check an app before that, by its address.',
  look: {
    title: 'Check an app before it connects',
    label: 'Address of the app’s metadata',
    hint: 'The app’s client_id; it starts with https://, as https://claude.ai/oauth/claude-code-client-metadata does',
    known: 'Addresses of well-known apps:',
    refused: 'An app that was refused isn’t listed. Find its address here:',
    submit: 'Check',
    problems: {
      malformed: 'Enter an address with https and a path, and nothing after a #.',
      host: 'This server doesn’t accept apps from this host. Whoever runs the server can allow it (CIMD_ALLOWED_HOSTS).',
      unreachable: 'The host couldn’t be reached from this server. Check the address, and try again in a few minutes.',
      refused:
        'The host refuses this server, usually to keep bots out. Try again later, or ask the app’s developer to let servers read the address.',
      missing: 'The host answered, but there is nothing at this address. Check the address with the app’s developer.',
      invalid:
        'What is at this address isn’t metadata of an app. The app’s developer has to fix it: it must be a JSON document whose client_id is exactly this address.',
      busy: 'Too many apps are being checked right now. Please try again in a moment.',
    },
  },
  app: {
    name: 'Calls itself',
    address: 'Address',
    state: 'Status',
    decided: 'Last decision',
    goesTo: 'Sends people back to',
    loopback: 'programs on the user’s own computer',
    redirects: 'Exact addresses',
    dropped: 'Ignored (another host)',
    mayAsk: 'May ask for',
    mayAskOf: {
      unreviewed: 'identity, and read-only school data',
      approved: 'any permission a shared app may have, including changes',
      blocked: 'nothing',
    },
    ownData: 'Members’ own data',
    offeredBy: 'Schools that offer it to members',
    ownDataYes: 'yes, your school offers the app to members',
    ownDataBlocked: 'no, the app is blocked',
    ownDataNo: 'no, your school doesn’t offer the app to members',
    read: 'Metadata last read',
    source: 'Source of the metadata',
    sources: {
      fetched: 'read from the host',
      lastCopy: 'the last good copy, because the host can’t be read now',
      bundled: 'the copy that is part of this version of the server',
    },
    bundledOn: 'Copy made on',
    bundled:
      'The host couldn’t be read, so the copy that is part of this version of the server is used. It is replaced as soon as the host answers.',
    byDefault:
      'Its metadata is part of this version of the server, so it counts as approved until its name or an address to which it sends people back changes, or someone blocks it (REVIEWED_BY_DEFAULT).',
    stale: 'The metadata couldn’t be read just now. Below is its previous content.',
    difference: 'Changes since approval',
    nameBefore: (name: string) => `It called itself “${name}”.`,
    nameNow: (name: string) => `Now it calls itself “${name}”.`,
    gone: 'Removed addresses',
    added: 'Added addresses',
    connections: 'Its connections at this school',
  },
  approve: {
    button: 'Approve',
    title: (host: string) => `Approve ${host}?`,
    text: 'If you approve it, it may ask for any permission a shared app may have, including changes, at every school on this platform.',
    limits:
      'People still decide for themselves. The approval ends when someone blocks the app, or when its name or an address to which it sends people back changes; then someone has to review it again.',
    seen: 'You are approving exactly this:',
    again: 'Unblock and approve',
    unblock: {
      title: (host: string) => `Unblock and approve ${host}?`,
      text: 'It is blocked at every school now. This unblocks it everywhere.',
    },
  },
  block: {
    button: 'Block',
    title: (host: string) => `Block ${host}?`,
    text: 'No one can use it any more, at any school on this platform, and all its connections end immediately. If you approve it later, people have to connect it again.',
  },
  adopt: {
    button: 'Offer to members',
    text: 'Members can then let it read their own data: courses, progress, orders, events.',
    untilApproved: 'Until approved, it can only read.',
    withoutGuide: (page: string) =>
      `Members don’t find it under “${page}”, because there is no setup guide for it. Give them the app’s own instructions.`,
  },
  release: {
    button: 'Stop offering',
    title: (host: string) => `Stop offering ${host} to members?`,
    text: 'Members can no longer let it read their own data, and all its connections at your school end immediately, those of staff too. Staff can connect it again.',
    blocked: 'It is blocked, so no one can use it. Stopping the offer keeps it from members after an unblock, too.',
  },
  done: {
    approved: 'App approved.',
    blocked: 'App blocked; its connections have ended.',
    adopted: 'Your school now offers this app to members.',
    released: 'Your school no longer offers this app to members; its connections here have ended.',
  },
  undone: {
    changed: 'Its metadata has changed since you looked. Nothing was approved; please check again.',
    unreadable: 'Its metadata can’t be read right now. Nothing was approved; please try again later.',
  },
};
