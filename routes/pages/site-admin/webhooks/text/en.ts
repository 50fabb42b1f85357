import type { WebhookEventName, WebhookStop } from '../../../../../schema/school/webhook.ts';

const events: Record<WebhookEventName, string> = {
  'member.added': 'A person becomes a member, or returns',
  'member.removed': 'A member is removed or suspended',
  'member.role_changed': 'A member gets another role',
  'enrollment.created': 'A member is enrolled in a course',
  'enrollment.ended': 'An enrollment ends',
  'lecture.completed': 'A member completes a lecture',
  'course.completed': 'A member completes a course',
  'order.created': 'An order is placed',
  'order.refunded': 'An order is refunded',
  'subscription.started': 'A subscription begins',
  'subscription.ended': 'A subscription ends',
  'event.cancelled': 'An event is cancelled',
  'application.connected': 'A member connects an app',
  'application.disconnected': 'An app is disconnected',
  'application.reviewed': 'An app is reviewed, offered to members or no longer offered',
};

const stops: Record<WebhookStop, string> = {
  school: 'It is turned off: nothing is sent to it.',
  gone: 'It was turned off because the receiver answered with 410, which means that it no longer wants messages.',
  failing: 'It was turned off because no message could be delivered for five days.',
};

/** Webhooks of a school. */
export const webhooks = {
  events,
  stops,
  state: { active: 'On', failing: 'Failing', disabled: 'Off' },
  list: {
    lead: 'Notify your own programs of what happens at your school: the server sends a signed message to an address you choose.',
    guide: 'How to verify messages',
    add: 'New webhook',
    empty: 'No webhooks yet',
    emptyText: 'Add one when your program has an https address that accepts messages.',
    events: (count: number) => (count === 1 ? '1 kind of event' : `${count} kinds of events`),
    full: (most: number) => `A school can have ${most} webhooks. Delete one to add another.`,
    deleted: 'Webhook and its log deleted.',
  },
  form: {
    newTitle: 'New webhook',
    editTitle: 'Edit webhook',
    url: 'Address',
    urlHint: 'https://… on a public host. Redirects are not followed.',
    urlFault:
      'Enter an https address with a public host name other than that of this service, no user name, and at most 500 characters.',
    events: 'What is sent',
    eventsHint: 'Messages contain IDs, but no names or addresses.',
    eventsFault: 'Choose at least one kind of event.',
    create: 'Add webhook',
    stale: 'The webhook was changed in the meantime. This is how it is now; please make your changes again.',
  },
  issued: {
    title: { created: 'Webhook added', rotated: 'New webhook secret' },
    once: 'Copy the secret now. You won’t see it again. The receiver needs it to verify messages.',
    label: 'Secret',
    overlap: 'For 24 hours, messages are also signed with the previous secret.',
    on: 'Go to the webhook',
    again: {
      created: {
        title: 'The webhook was already added',
        text: 'The form was sent twice. The secret was shown the first time; if you didn’t save it, rotate it.',
      },
      rotated: {
        title: 'The secret was already rotated',
        text: 'The form was sent twice, or the webhook was changed. No other secret was created.',
      },
    },
  },
  one: {
    added: 'Added',
    events: 'Events',
    oldSecret: 'Previous secret also signs until',
    failing: 'The last message couldn’t be delivered. We’ll try again automatically.',
    test: 'Send test message',
    edit: 'Edit',
    rotate: 'Rotate secret',
    enable: 'Turn on',
    disable: 'Turn off',
    remove: 'Delete',
    back: 'All webhooks',
  },
  done: {
    changed: 'Changes saved.',
    enabled: 'Webhook turned on. Waiting messages are being sent.',
    disabled: 'Webhook turned off. Waiting messages are sent if you turn it on again within 48 hours.',
    tested: 'Test message sent. Reload this page to see the answer.',
    replayed: 'Message sent again, with the same ID. Reload this page to see the answer.',
    unsent: 'Nothing was sent, because the webhook is off or the message is already waiting.',
  },
  log: {
    title: 'Last messages',
    empty: 'No messages yet',
    emptyText: 'Messages are kept here for two weeks.',
    delivered: 'Delivered',
    waiting: 'Waiting',
    failed: 'Not delivered',
    attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
    status: (status: number) => `Answer: ${status}`,
    noAnswer:
      'No answer: the name wasn’t found, isn’t on a public network, or didn’t answer over https within 10 seconds.',
    again: 'Send again',
  },
  danger: {
    rotate: {
      title: 'Rotate the secret?',
      text: 'You’ll see the new secret once. For 24 hours, messages are signed with both, so that the receiver can switch over.',
    },
    remove: {
      title: 'Delete the webhook?',
      text: 'Nothing more is sent to it. Waiting messages and its log are deleted.',
    },
  },
};
