// Written by `npm run words`.
export interface Text {
  readonly layout: {
    readonly about: string;
    readonly poweredBy: string;
    readonly requestId: string;
    readonly language: string;
    readonly legal: {
      readonly terms: string;
      readonly privacy: string;
    };
    readonly wrong: (values: { title: string }) => string;
  };
  readonly roles: {
    readonly owner: string;
    readonly admin: string;
    readonly staff: string;
    readonly instructor: string;
    readonly member: string;
  };
  readonly labels: {
    readonly switch: string;
    readonly cancel: string;
    readonly again: string;
    readonly email: string;
    readonly password: string;
    readonly showPassword: string;
    readonly hidePassword: string;
  };
  readonly client: {
    readonly unreviewed: string;
    readonly vendor: string;
    readonly reviewed: string;
    readonly namedByAddress: string;
    readonly madeBy: (values: { school: string }) => string;
    readonly madeBySchool: string;
    readonly registeredItself: string;
    readonly unverified: (values: { name: string }) => string;
    readonly callsItself: (values: { name: string }) => string;
    readonly runsAlone: string;
  };
  readonly signIn: {
    readonly title: string;
    readonly at: (values: { school: string }) => string;
    readonly sentBy: (values: { app: string }) => string;
    readonly alone: string;
    readonly submit: string;
    readonly noRecovery: string;
    readonly howElse: string;
    readonly wrongCredentials: string;
    readonly stale: string;
    readonly throttled: string;
    readonly throttledFor: (values: { span: string }) => string;
    readonly newBrowserThrottled: (values: { recovers: boolean; span: string }) => string;
    readonly busy: string;
    readonly reauthenticate: string;
    readonly replaces: (values: { name: string }) => string;
  };
  readonly chooseAccount: {
    readonly title: string;
    readonly lead: (values: { app: string }) => string;
    readonly continueAs: (values: { name: string }) => string;
  };
  readonly chooseSite: {
    readonly title: string;
    readonly lead: (values: { app: string }) => string;
    readonly legend: string;
    readonly submit: string;
  };
  readonly otherSchool: {
    readonly title: string;
    readonly lead: (values: { app: string; school: string }) => string;
    readonly own: string;
    readonly ownText: (values: { app: string }) => string;
  };
  readonly consent: {
    readonly title: (values: { app: string }) => string;
    readonly asks: (values: { school: string }) => string;
    readonly offered: (values: { school: string }) => string;
    readonly warning: (values: { app: string }) => string;
    readonly atSchool: (values: { role: string; school: string }) => string;
    readonly groups: {
      readonly identity: string;
      readonly own: string;
      readonly read: string;
      readonly write: string;
    };
    readonly changes: string;
    readonly able: string;
    readonly always: string;
    readonly before: string;
    readonly leftOut: string;
    readonly again: (values: { app: string }) => string;
    readonly againMore: (values: { number: number }) => string;
    readonly missing: (values: { number: number }) => string;
    readonly unavailable: {
      readonly outside_role: {
        readonly title: string;
        readonly why: string;
      };
      readonly not_adopted: {
        readonly title: string;
        readonly why: string;
      };
    };
    readonly goesTo: {
      readonly https: string;
      readonly app: string;
      readonly loopback: string;
    };
    readonly loopbackWarning: string;
    readonly reaches: string;
    readonly reachesApis: (values: { host: string }) => string;
    readonly lasts: string;
    readonly lastsDays: (values: { days: number }) => string;
    readonly undoLink: string;
    readonly permissions: (values: { number: number }) => string;
    readonly changing: (values: { number: number }) => string;
    readonly days: (values: { days: number }) => string;
    readonly deny: string;
    readonly allow: string;
    readonly allowRead: string;
  };
  readonly goingOn: {
    readonly approved: {
      readonly title: string;
      readonly text: (values: { app: string }) => string;
    };
    readonly denied: {
      readonly title: string;
      readonly text: (values: { app: string }) => string;
    };
    readonly error: {
      readonly title: string;
      readonly text: (values: { app: string }) => string;
    };
    readonly signed_out: {
      readonly title: string;
      readonly text: (values: { app: string }) => string;
    };
    readonly link: (values: { app: string }) => string;
    readonly without: (values: { app: string }) => string;
    readonly hint: string;
  };
  readonly otherComputer: {
    readonly link: string;
    readonly unanswered: string;
    readonly back: string;
    readonly title: string;
    readonly lead: (values: { app: string }) => string;
    readonly beware: {
      readonly paste: string;
      readonly never: string;
      readonly stop: string;
    };
    readonly show: string;
    readonly stop: string;
    readonly copy: (values: { app: string }) => string;
    readonly once: (values: { seconds: number }) => string;
    readonly address: string;
    readonly gone: {
      readonly title: string;
      readonly text: string;
    };
    readonly withheld: {
      readonly title: string;
      readonly text: string;
    };
  };
  readonly message: {
    readonly bad_request: {
      readonly title: string;
      readonly text: string;
    };
    readonly client_blocked: {
      readonly title: string;
      readonly text: string;
    };
    readonly client_disabled: {
      readonly title: string;
      readonly text: string;
    };
    readonly client_host_not_allowed: {
      readonly title: string;
      readonly text: string;
    };
    readonly expired: {
      readonly title: string;
      readonly text: string;
    };
    readonly completed: {
      readonly title: string;
      readonly text: string;
    };
    readonly other_browser: {
      readonly title: string;
      readonly text: string;
    };
    readonly school_ready: {
      readonly title: string;
      readonly text: string;
    };
    readonly session_changed: {
      readonly title: string;
      readonly text: string;
    };
    readonly school_closed: {
      readonly title: string;
      readonly text: string;
    };
    readonly not_a_member: {
      readonly title: string;
      readonly text: string;
    };
    readonly forbidden_origin: {
      readonly title: string;
      readonly text: string;
    };
    readonly insecure_transport: {
      readonly title: string;
      readonly text: string;
    };
    readonly throttled: {
      readonly title: string;
      readonly text: string;
    };
    readonly too_large: {
      readonly title: string;
      readonly text: string;
    };
    readonly not_found: {
      readonly title: string;
      readonly text: string;
    };
    readonly method_not_allowed: {
      readonly title: string;
      readonly text: string;
    };
    readonly server_error: {
      readonly title: string;
      readonly text: string;
    };
    readonly unavailable: {
      readonly title: string;
      readonly text: string;
    };
    readonly signed_out: {
      readonly title: string;
      readonly text: string;
    };
    readonly account_deleted: {
      readonly title: string;
      readonly text: string;
    };
    readonly client_error_redirect: {
      readonly title: string;
      readonly text: string;
    };
    readonly not_adopted: {
      readonly title: string;
      readonly text: string;
    };
    readonly page_too_old: {
      readonly title: string;
      readonly text: string;
    };
    readonly no_operator: {
      readonly title: string;
      readonly text: string;
    };
    readonly feature_off: {
      readonly title: string;
      readonly text: string;
    };
    readonly managers_only: {
      readonly title: string;
      readonly text: string;
    };
    readonly not_in_role: {
      readonly title: string;
      readonly text: string;
    };
    readonly start: string;
    readonly toForm: string;
    readonly details: string;
    readonly error: string;
    readonly description: string;
    readonly request: string;
  };
  readonly signOut: {
    readonly title: string;
    readonly lead: string;
    readonly submit: string;
    readonly stay: string;
  };
  readonly setup: {
    readonly title: string;
    readonly lead: string;
    readonly school: string;
    readonly owner: string;
    readonly schoolName: string;
    readonly schoolNameHint: string;
    readonly schoolSlug: string;
    readonly schoolSlugHint: string;
    readonly ownerName: string;
    readonly ownerEmail: string;
    readonly ownerEmailHint: string;
    readonly password: string;
    readonly passwordHint: string;
    readonly submit: string;
    readonly waiting: {
      readonly title: string;
      readonly text: string;
      readonly again: string;
    };
    readonly done: {
      readonly text: string;
      readonly owner: string;
      readonly more: string;
      readonly command: string;
    };
    readonly problems: {
      readonly required: string;
      readonly too_short: string;
      readonly too_long: string;
      readonly invalid: string;
      readonly taken: string;
      readonly too_common: string;
    };
  };
  readonly invitation: {
    readonly title: (values: { school: string }) => string;
    readonly lead: (values: { role: string }) => string;
    readonly newAccount: string;
    readonly newAccountLead: (values: { email: string }) => string;
    readonly name: string;
    readonly nameHint: string;
    readonly accept: string;
    readonly decline: string;
    readonly hasAccount: string;
    readonly signIn: string;
    readonly otherAccount: (values: { name: string }) => string;
    readonly besideAccount: (values: { name: string }) => string;
    readonly orAtSchool: string;
    readonly provenAt: (values: { host: string; who: string }) => string;
    readonly byPassword: string;
    readonly readyAtSchool: (values: { host: string }) => string;
    readonly ready: string;
    readonly declinedTitle: string;
    readonly declined: string;
    readonly open: string;
    readonly openLead: string;
    readonly done: {
      readonly accepted: string;
      readonly declined: string;
      readonly gone: string;
      readonly unproven: string;
      readonly unprovable: string;
    };
  };
  readonly look: {
    readonly title: string;
    readonly lead: string;
    readonly nameTitle: string;
    readonly name: string;
    readonly saveColors: string;
    readonly logoTitle: string;
    readonly logoLead: string;
    readonly logoNow: string;
    readonly logoNotShown: string;
    readonly logoRemove: string;
    readonly colorsTitle: string;
    readonly colorsLead: string;
    readonly theme: string;
    readonly themeHint: string;
    readonly accent: string;
    readonly invalid: string;
    readonly done: {
      readonly name: string;
      readonly colors: string;
      readonly logo: string;
      readonly logo_removed: string;
    };
    readonly preview: {
      readonly title: string;
      readonly button: string;
      readonly saved: string;
      readonly unsaved: string;
      readonly light: string;
      readonly dark: string;
      readonly signIn: string;
      readonly consent: string;
      readonly email: string;
      readonly admin: string;
      readonly app: string;
    };
    readonly elsewhere: string;
    readonly reset: {
      readonly title: string;
      readonly text: string;
    };
    readonly contrast: {
      readonly title: string;
      readonly of: string;
      readonly chosen: string;
      readonly links: string;
      readonly button: string;
      readonly good: string;
      readonly low: {
        readonly light: (values: { ratio: string; shown: string }) => string;
        readonly dark: (values: { ratio: string; shown: string }) => string;
      };
    };
  };
  readonly mail: {
    readonly greeting: string;
    readonly signature: string;
    readonly open: string;
    readonly reset_password: {
      readonly subject: string;
      readonly before: string;
      readonly after: string;
      readonly sent: {
        readonly byPlatform: string;
        readonly bySchool: (values: { school: string }) => string;
        readonly after: string;
      };
    };
    readonly password_changed: {
      readonly subject: string;
      readonly before: (values: { at: string }) => string;
      readonly after: string;
    };
    readonly passkey_added: {
      readonly subject: string;
      readonly before: (values: { at: string; passkey: string }) => string;
      readonly after: string;
    };
    readonly passkey_removed: {
      readonly subject: string;
      readonly before: (values: { at: string; passkey: string }) => string;
      readonly after: string;
    };
    readonly sign_in_connected: {
      readonly subject: (values: { school: string }) => string;
      readonly before: (values: { at: string; host: string; school: string; who: string }) => string;
      readonly after: string;
    };
    readonly second_factor_added: {
      readonly subject: string;
      readonly before: (values: { at: string }) => string;
      readonly after: string;
    };
    readonly second_factor_removed: {
      readonly subject: string;
      readonly before: (values: { at: string }) => string;
      readonly after: string;
    };
    readonly recovery_codes_replaced: {
      readonly subject: string;
      readonly before: (values: { at: string }) => string;
      readonly after: string;
    };
    readonly recovery_code_used: {
      readonly subject: string;
      readonly before: (values: { at: string; left: number }) => string;
      readonly after: string;
    };
    readonly second_factor_reset: {
      readonly subject: string;
      readonly before: (values: { from: string; school: string; until: string }) => string;
      readonly after: string;
    };
    readonly second_factor_reset_withdrawn: {
      readonly subject: string;
      readonly before: (values: { at: string; school: string }) => string;
      readonly after: string;
    };
    readonly second_factor_kept: {
      readonly subject: (values: { person: string }) => string;
      readonly before: {
        readonly used: (values: { at: string; person: string; school: string }) => string;
        readonly kept: (values: { at: string; person: string; school: string }) => string;
      };
      readonly after: string;
    };
    readonly second_factor_reset_done: {
      readonly subject: string;
      readonly before: (values: { at: string; school: string }) => string;
      readonly after: string;
    };
    readonly account_deleted: {
      readonly subject: string;
      readonly before: (values: { at: string }) => string;
      readonly after: string;
    };
    readonly verify_email: {
      readonly subject: string;
      readonly before: string;
      readonly after: string;
    };
    readonly new_email: {
      readonly subject: string;
      readonly before: string;
      readonly after: string;
    };
    readonly email_changing: {
      readonly subject: string;
      readonly before: (values: { at: string; email: string }) => string;
      readonly after: string;
    };
    readonly email_changed: {
      readonly subject: string;
      readonly before: (values: { at: string; email: string }) => string;
      readonly after: string;
    };
    readonly email_restored: {
      readonly subject: string;
      readonly before: (values: { at: string; email: string }) => string;
      readonly after: string;
    };
    readonly new_browser: {
      readonly subject: string;
      readonly before: (values: { at: string; browser: string; network: string }) => string;
      readonly after: string;
    };
    readonly wrong_codes: {
      readonly subject: string;
      readonly before: (values: { at: string; browser: string; network: string }) => string;
      readonly after: string;
    };
    readonly email_taken: {
      readonly subject: string;
      readonly before: string;
      readonly after: string;
    };
    readonly invitation: {
      readonly subject: (values: { school: string }) => string;
      readonly before: (values: { role: string; school: string }) => string;
      readonly after: string;
      readonly enrolled: (values: { course: string; school: string }) => string;
      readonly by: (values: { name: string }) => string;
    };
    readonly event_cancelled: {
      readonly subject: (values: { event: string }) => string;
      readonly before: (values: { at: string; event: string; school: string }) => string;
      readonly after: string;
    };
    readonly event_moved: {
      readonly subject: (values: { event: string }) => string;
      readonly before: (values: { at: string; event: string; school: string }) => string;
      readonly where: (values: { location: string }) => string;
      readonly after: string;
    };
    readonly event_seat: {
      readonly subject: (values: { event: string }) => string;
      readonly before: (values: { at: string; event: string; school: string }) => string;
      readonly after: string;
    };
    readonly once: (values: { until: string }) => string;
    readonly unsubscribe: string;
    readonly course_enrolled: {
      readonly subject: (values: { course: string }) => string;
      readonly before: (values: { course: string; school: string }) => string;
      readonly until: (values: { day: string }) => string;
    };
    readonly subscription_opened: {
      readonly subject: (values: { plan: string }) => string;
      readonly all: (values: { plan: string; school: string }) => string;
      readonly some: (values: { plan: string; school: string }) => string;
      readonly others: (values: { count: number }) => string;
    };
    readonly role_changed: {
      readonly subject: (values: { school: string }) => string;
      readonly before: (values: { role: string; school: string }) => string;
      readonly after: string;
      readonly byPlatform: {
        readonly before: (values: { role: string; school: string }) => string;
        readonly after: string;
      };
    };
    readonly ownership: {
      readonly subject: (values: { school: string }) => string;
      readonly before: {
        readonly offered: (values: { at: string; by: string; school: string; to: string }) => string;
        readonly offered_instead: (values: { at: string; by: string; school: string; to: string }) => string;
        readonly shared: (values: { by: string; school: string; to: string }) => string;
        readonly handed_over: (values: { by: string; school: string; to: string }) => string;
        readonly withdrawn: (values: { by: string; school: string; to: string }) => string;
        readonly withdrawn_instead: (values: { by: string; school: string; to: string }) => string;
        readonly declined: (values: { by: string; school: string; to: string }) => string;
        readonly declined_instead: (values: { by: string; school: string; to: string }) => string;
      };
      readonly after: string;
      readonly yours: {
        readonly offered: (values: { at: string; by: string; school: string }) => string;
        readonly offered_instead: (values: { at: string; by: string; school: string }) => string;
        readonly shared: (values: { by: string; school: string }) => string;
        readonly handed_over: (values: { by: string; school: string }) => string;
        readonly withdrawn: (values: { by: string; school: string }) => string;
        readonly withdrawn_instead: (values: { by: string; school: string }) => string;
        readonly declined: (values: { by: string; school: string }) => string;
        readonly declined_instead: (values: { by: string; school: string }) => string;
        readonly after: string;
        readonly afterAnswer: string;
        readonly afterWithdrawal: string;
      };
      readonly giver: {
        readonly offered: (values: { at: string; school: string; to: string }) => string;
        readonly offered_instead: (values: { at: string; school: string; to: string }) => string;
        readonly shared: (values: { school: string; to: string }) => string;
        readonly handed_over: (values: { school: string; to: string }) => string;
        readonly withdrawn: (values: { school: string; to: string }) => string;
        readonly withdrawn_instead: (values: { school: string; to: string }) => string;
        readonly declined: (values: { school: string; to: string }) => string;
        readonly declined_instead: (values: { school: string; to: string }) => string;
        readonly after: string;
        readonly afterAnswer: string;
      };
    };
    readonly owner_stepped_down: {
      readonly subject: (values: { school: string }) => string;
      readonly before: (values: { by: string; school: string }) => string;
      readonly after: string;
      readonly yours: {
        readonly before: (values: { school: string }) => string;
        readonly after: string;
      };
    };
    readonly review_answered: {
      readonly subject: {
        readonly approved: (values: { app: string }) => string;
        readonly declined: (values: { app: string }) => string;
      };
      readonly before: {
        readonly approved: (values: { app: string; school: string }) => string;
        readonly declined: (values: { app: string; school: string }) => string;
      };
      readonly reason: (values: { reason: string }) => string;
      readonly after: string;
    };
    readonly webhook_stopped: {
      readonly subject: (values: { school: string }) => string;
      readonly before: {
        readonly gone: (values: { host: string; school: string }) => string;
        readonly failing: (values: { host: string; school: string }) => string;
      };
      readonly after: string;
    };
    readonly address_shown: {
      readonly subject: (values: { app: string }) => string;
      readonly before: (values: { app: string; at: string; school: string }) => string;
      readonly after: string;
    };
    readonly refresh_reuse: {
      readonly subject: (values: { app: string }) => string;
      readonly before: (values: { app: string; at: string; school: string }) => string;
      readonly after: string;
    };
    readonly approval_asked: {
      readonly subject: (values: { app: string }) => string;
      readonly before: (values: { app: string; school: string; until: string }) => string;
      readonly after: string;
    };
    readonly greetingTo: (values: { name: string }) => string;
  };
  readonly password: {
    readonly title: string;
    readonly lead: string;
    readonly change: string;
    readonly current: string;
    readonly new: string;
    readonly hint: string;
    readonly submit: string;
    readonly others: string;
    readonly done: string;
    readonly forgot: string;
    readonly problems: {
      readonly unchanged: string;
      readonly required: string;
      readonly too_short: string;
      readonly too_long: string;
      readonly too_common: string;
      readonly too_close: string;
    };
  };
  readonly ownData: {
    readonly title: string;
    readonly lead: string;
    readonly exportTitle: string;
    readonly export: string;
    readonly exportText: string;
    readonly exportCare: string;
    readonly exportedTooOften: (values: { span: string }) => string;
    readonly deleteTitle: string;
    readonly delete: string;
    readonly deleteText: string;
    readonly gone: string;
    readonly noSchool: string;
    readonly schools: (values: { names: string }) => string;
    readonly kept: string;
    readonly history: string;
    readonly exportFirst: string;
    readonly recentlyChanged: (values: { until: string }) => string;
    readonly toProfile: string;
    readonly onlyOwner: string;
  };
  readonly platform: {
    readonly title: string;
    readonly lead: string;
    readonly search: {
      readonly label: string;
      readonly submit: string;
    };
    readonly states: {
      readonly open: string;
      readonly closed: string;
      readonly toBeDeleted: string;
    };
    readonly members: (values: { count: number }) => string;
    readonly empty: string;
    readonly emptyText: string;
    readonly more: string;
    readonly first: string;
    readonly elsewhere: {
      readonly title: string;
      readonly text: string;
      readonly commands: string;
    };
    readonly create: {
      readonly title: string;
      readonly lead: string;
      readonly name: string;
      readonly slug: string;
      readonly slugHint: string;
      readonly owner: string;
      readonly ownerHint: string;
      readonly submit: string;
      readonly invalid: {
        readonly name: string;
        readonly slug: string;
        readonly owner: string;
      };
      readonly taken: string;
      readonly reserved: string;
    };
    readonly facts: {
      readonly id: string;
      readonly slug: string;
      readonly state: string;
      readonly created: string;
      readonly members: string;
      readonly deleteAt: string;
    };
    readonly owners: string;
    readonly noOwner: string;
    readonly newOwner: string;
    readonly whatToDo: string;
    readonly invited: (values: { email: string }) => string;
    readonly link: string;
    readonly folder: string;
    readonly problems: {
      readonly changed: string;
      readonly noAddress: string;
      readonly invitedAlready: string;
      readonly reserved: string;
      readonly notExported: string;
    };
    readonly actions: {
      readonly close: {
        readonly button: string;
        readonly hint: string;
        readonly title: (values: { name: string }) => string;
        readonly text: string;
      };
      readonly reopen: {
        readonly button: string;
        readonly hint: string;
        readonly title: (values: { name: string }) => string;
        readonly text: string;
      };
      readonly handOver: {
        readonly button: string;
        readonly hint: string;
        readonly title: (values: { name: string }) => string;
        readonly text: (values: { email: string }) => string;
      };
      readonly export: {
        readonly button: string;
        readonly hint: string;
        readonly title: (values: { name: string }) => string;
        readonly text: string;
      };
      readonly delete: {
        readonly button: string;
        readonly hint: string;
        readonly title: (values: { name: string }) => string;
        readonly text: string;
      };
      readonly cancelDeletion: {
        readonly button: string;
        readonly hint: string;
        readonly title: (values: { name: string }) => string;
        readonly text: string;
      };
    };
    readonly done: {
      readonly close: string;
      readonly reopen: string;
      readonly handOver: string;
      readonly export: string;
      readonly delete: string;
      readonly cancelDeletion: string;
    };
  };
  readonly registrations: {
    readonly title: string;
    readonly lead: string;
    readonly modes: {
      readonly loopback_and_vendors: string;
      readonly vendors_only: string;
      readonly off: string;
    };
    readonly howTo: string;
    readonly others: string;
    readonly integrations: string;
    readonly columns: {
      readonly name: string;
      readonly registered: (values: { days: number }) => string;
      readonly used: (values: { days: number }) => string;
      readonly clients: string;
      readonly lastRegistered: string;
      readonly lastUsed: string;
    };
    readonly never: string;
    readonly always: string;
    readonly empty: string;
    readonly emptyText: string;
    readonly off: {
      readonly title: string;
      readonly existing: string;
      readonly unused: string;
      readonly refused: string;
    };
  };
  readonly profile: {
    readonly title: string;
    readonly lead: string;
    readonly nameTitle: string;
    readonly name: string;
    readonly nameHint: string;
    readonly nameInvalid: string;
    readonly emailTitle: string;
    readonly emailLead: string;
    readonly emailLeadAlone: string;
    readonly confirmed: string;
    readonly unconfirmed: string;
    readonly confirmLead: string;
    readonly confirm: string;
    readonly changeTitle: string;
    readonly newEmail: string;
    readonly newEmailHint: string;
    readonly change: string;
    readonly invalid: string;
    readonly same: string;
    readonly courseEmailsTitle: string;
    readonly courseEmailsLead: string;
    readonly courseEmails: string;
    readonly courseEmailsOff: string;
    readonly saveCourseEmails: string;
    readonly done: {
      readonly emails: string;
      readonly name: string;
      readonly confirm: string;
      readonly change: string;
      readonly throttled: string;
    };
  };
  readonly publicPages: {
    readonly contents: string;
    readonly home: string;
    readonly courses: string;
    readonly events: string;
    readonly pastEvents: string;
    readonly posts: string;
    readonly more: string;
    readonly allCourses: string;
    readonly allEvents: string;
    readonly allPosts: string;
    readonly none: {
      readonly courses: string;
      readonly events: string;
      readonly pastEvents: string;
      readonly posts: string;
    };
    readonly previous: string;
    readonly next: string;
    readonly website: (values: { domain: string }) => string;
    readonly access: {
      readonly free: string;
      readonly public_access: string;
      readonly pre_order: (values: { price: string }) => string;
    };
    readonly ask: string;
    readonly take: string;
    readonly places: string;
    readonly placesLeft: (values: { count: number; left: number }) => string;
    readonly full: string;
    readonly taughtBy: string;
    readonly price: string;
    readonly outline: string;
    readonly lectures: (values: { count: number }) => string;
    readonly lifetime: string;
    readonly accessDays: (values: { count: number }) => string;
    readonly takePart: (values: { count: number }) => string;
    readonly preview: string;
    readonly from: string;
    readonly backToCourse: string;
    readonly when: string;
    readonly where: string;
    readonly kinds: {
      readonly online: string;
      readonly in_person: string;
      readonly hybrid: string;
    };
    readonly registerUntil: string;
    readonly cancelled: string;
    readonly over: string;
    readonly published: string;
    readonly closed: string;
    readonly missing: {
      readonly title: string;
      readonly text: string;
    };
    readonly toStart: (values: { school: string }) => string;
  };
  readonly recovery: {
    readonly forgot: {
      readonly title: string;
      readonly lead: string;
      readonly submit: string;
      readonly invalid: string;
      readonly throttled: string;
      readonly stale: string;
    };
    readonly sent: {
      readonly title: string;
      readonly received: string;
      readonly text: (values: { email: string }) => string;
      readonly nothing: string;
      readonly files: string;
      readonly back: string;
    };
    readonly noEmail: {
      readonly title: string;
      readonly text: string;
      readonly support: string;
      readonly school: string;
      readonly schoolText: string;
      readonly server: string;
      readonly accounts: string;
      readonly command: string;
    };
    readonly reset: {
      readonly title: string;
      readonly lead: (values: { email: string }) => string;
      readonly someoneElse: string;
      readonly endsAccess: string;
      readonly endsApps: string;
      readonly submit: string;
      readonly done: string;
    };
    readonly confirm: {
      readonly title: string;
      readonly lead: (values: { email: string }) => string;
      readonly submit: string;
      readonly account: (values: { email: string; name: string }) => string;
      readonly sameAccount: (values: { name: string }) => string;
      readonly otherTitle: string;
      readonly other: (values: { name: string }) => string;
      readonly doneTitle: string;
      readonly done: (values: { email: string }) => string;
      readonly doneSame: (values: { email: string }) => string;
      readonly takenTitle: string;
      readonly taken: string;
      readonly toAccount: string;
    };
    readonly restore: {
      readonly title: string;
      readonly lead: (values: { email: string }) => string;
      readonly submit: string;
      readonly doneTitle: string;
    };
    readonly notMe: {
      readonly title: string;
      readonly lead: (values: { email: string }) => string;
      readonly ifYou: string;
      readonly submit: string;
      readonly doneTitle: string;
    };
    readonly secured: {
      readonly effects: string;
      readonly linkFollows: string;
      readonly noLink: string;
      readonly next: (values: { email: string }) => string;
    };
    readonly gone: {
      readonly title: string;
      readonly text: string;
      readonly again: string;
      readonly invitation: string;
      readonly email: string;
      readonly usedTitle: string;
      readonly used: string;
      readonly usedByOther: string;
    };
  };
  readonly secondFactor: {
    readonly title: string;
    readonly lead: string;
    readonly on: (values: { day: string }) => string;
    readonly left: (values: { count: number }) => string;
    readonly off: string;
    readonly offText: string;
    readonly demanded: string;
    readonly setUp: string;
    readonly setUpText: string;
    readonly requiredHere: string;
    readonly requiredTitle: string;
    readonly required: string;
    readonly withPasskey: string;
    readonly withPasskeyText: string;
    readonly withApp: string;
    readonly scan: string;
    readonly picture: string;
    readonly key: string;
    readonly enter: string;
    readonly confirm: string;
    readonly wrongNewCode: string;
    readonly code: string;
    readonly codeHint: string;
    readonly codeOrRecovery: string;
    readonly submit: string;
    readonly stepTitle: string;
    readonly stepText: (values: { email: string }) => string;
    readonly passkeyNeeded: string;
    readonly noCode: string;
    readonly recoveryCode: string;
    readonly recoveryText: string;
    readonly lost: string;
    readonly cancel: string;
    readonly wrongCode: string;
    readonly wrongRecoveryCode: string;
    readonly codesEnded: (values: { recovers: boolean }) => string;
    readonly wrongPasskey: string;
    readonly expired: string;
    readonly codesTitle: string;
    readonly codesText: string;
    readonly codesKept: string;
    readonly newCodes: string;
    readonly newCodesText: string;
    readonly turnOff: string;
    readonly turnOffText: string;
    readonly turnOffDemanded: string;
    readonly notices: {
      readonly removed: string;
      readonly stale: string;
    };
    readonly reset: {
      readonly hint: string;
      readonly link: string;
      readonly title: (values: { name: string }) => string;
      readonly text: (values: { name: string }) => string;
      readonly canCancel: (values: { name: string }) => string;
      readonly cannotCancel: (values: { name: string }) => string;
      readonly submit: string;
      readonly told: string;
      readonly tellYourself: string;
      readonly refused: string;
      readonly cancelTitle: string;
      readonly cancelText: string;
      readonly cancel: string;
      readonly cancelled: string;
      readonly cancelledText: string;
      readonly ordered: (values: { from: string; school: string; until: string }) => string;
      readonly due: (values: { school: string; until: string }) => string;
      readonly orderedFor: (values: { from: string; person: string; until: string }) => string;
      readonly dueFor: (values: { person: string; until: string }) => string;
      readonly already: string;
      readonly withdraw: string;
      readonly withdrawn: string;
      readonly withdrawnText: string;
      readonly gone: string;
    };
    readonly demand: {
      readonly title: string;
      readonly lead: string;
      readonly platform: (values: { level: string }) => string;
      readonly levels: {
        readonly off: string;
        readonly admins: string;
        readonly staff: string;
        readonly instructors: string;
      };
      readonly change: string;
      readonly label: string;
      readonly changeTitle: string;
      readonly changeText: string;
      readonly done: string;
    };
  };
  readonly sessions: {
    readonly lead: string;
    readonly here: string;
    readonly by: (values: { browser: string; system: string }) => string;
    readonly unknown: string;
    readonly since: string;
    readonly lastSeen: string;
    readonly signOut: string;
    readonly signOutOf: (values: { browser: string }) => string;
    readonly total: (values: { count: number }) => string;
    readonly latest: (values: { count: number }) => string;
    readonly elsewhere: string;
    readonly elsewhereText: string;
    readonly apps: string;
    readonly others: string;
    readonly everywhere: string;
    readonly ending: {
      readonly others: string;
      readonly othersText: string;
      readonly everywhere: string;
      readonly everywhereText: string;
    };
    readonly done: {
      readonly one: string;
      readonly others: string;
    };
  };
  readonly connections: {
    readonly lead: string;
    readonly leadLooking: string;
    readonly none: string;
    readonly noneText: string;
    readonly noneFound: string;
    readonly noneFoundText: string;
    readonly total: (values: { count: number }) => string;
    readonly endSelected: string;
    readonly filter: {
      readonly app: string;
      readonly appHint: string;
      readonly anyApp: string;
      readonly person: string;
      readonly personHint: string;
    };
    readonly person: string;
    readonly clientId: string;
    readonly can: string;
    readonly canNothing: string;
    readonly more: (values: { count: number }) => string;
    readonly since: string;
    readonly lastUsed: string;
    readonly details: (values: { app: string; person: string }) => string;
    readonly numbered: (values: { count: number; name: string; number: number }) => string;
    readonly numberedSince: (values: { count: number; name: string; number: number; since: string }) => string;
    readonly onlyApp: string;
    readonly onlyPerson: string;
    readonly end: string;
    readonly endClient: (values: { app: string }) => string;
    readonly endAll: string;
    readonly endText: string;
    readonly ending: {
      readonly one: string;
      readonly selected: string;
      readonly client: (values: { app: string }) => string;
      readonly clientText: (values: { app: string }) => string;
      readonly all: string;
      readonly allText: string;
      readonly size: (values: { connections: number; people: number }) => string;
      readonly again: string;
      readonly submitClient: string;
      readonly submitSelected: (values: { count: number }) => string;
      readonly submitAll: string;
    };
    readonly done: {
      readonly one: string;
      readonly several: string;
      readonly client: string;
      readonly all: string;
      readonly none: string;
      readonly gone: string;
    };
  };
  readonly assistants: {
    readonly title: (values: { school: string }) => string;
    readonly lead: (values: { school: string }) => string;
    readonly choose: string;
    readonly none: (values: { school: string }) => string;
    readonly blocked: (values: { apps: string; school: string }) => string;
    readonly noneText: string;
    readonly contact: string;
    readonly show: string;
    readonly asksAs: (values: { name: string }) => string;
    readonly clientId: string;
    readonly ask: string;
    readonly connected: string;
    readonly questions: {
      readonly progress: (values: { title: string }) => string;
      readonly stopped: (values: { title: string }) => string;
      readonly ends: (values: { title: string }) => string;
      readonly unfinished: string;
      readonly courses: string;
      readonly event: (values: { title: string }) => string;
      readonly order: (values: { number: string }) => string;
    };
  };
  readonly attempts: {
    readonly title: string;
    readonly lead: string;
    readonly leadPlatform: string;
    readonly live: string;
    readonly reload: string;
    readonly none: string;
    readonly noneText: string;
    readonly elsewhere: string;
    readonly unnamed: string;
    readonly unnamedBy: (values: { agent: string }) => string;
    readonly notProven: string;
    readonly wentWell: string;
    readonly refused: string;
    readonly told: string;
    readonly came: string;
    readonly request: string;
    readonly details: string;
    readonly alsoSent: string;
    readonly steps: {
      readonly discovery: string;
      readonly registration: string;
      readonly document: string;
      readonly authorize: string;
      readonly sign_in: string;
      readonly membership: string;
      readonly consent: string;
      readonly token: string;
      readonly refresh: string;
      readonly resource: string;
    };
    readonly who: {
      readonly developer: string;
      readonly school: string;
      readonly platform: string;
      readonly server: string;
      readonly person: string;
    };
    readonly rules: {
      readonly malformed_request: readonly [string, string];
      readonly body_too_large: readonly [string, string];
      readonly missing_parameter: readonly [string, string];
      readonly repeated_parameter: readonly [string, string];
      readonly wrong_format: readonly [string, string];
      readonly wrong_method: readonly [string, string];
      readonly wrong_address: readonly [string, string, string];
      readonly other_host: readonly [string, string];
      readonly insecure_transport: readonly [string, string, string];
      readonly origin_foreign: readonly [string, string];
      readonly unknown_client: readonly [string, string, string];
      readonly client_disabled: readonly [string, string];
      readonly client_url_malformed: readonly [string, string];
      readonly client_host_not_allowed: readonly [string, string, string];
      readonly client_document_unreachable: readonly [string, string];
      readonly client_document_unresolved: readonly [string, string];
      readonly client_document_missing: readonly [string, string];
      readonly client_document_invalid: readonly [string, string];
      readonly client_blocked: readonly [string, string];
      readonly rate_limited: readonly [string, string];
      readonly client_secret_wrong: readonly [string, string, string];
      readonly client_secret_missing: readonly [string, string];
      readonly client_secret_unexpected: readonly [string, string];
      readonly client_auth_method: readonly [string, string];
      readonly redirect_uri_mismatch: readonly [string, string];
      readonly redirect_uri_not_registered: readonly [string, string, string];
      readonly redirect_uri_not_allowed: readonly [string, string, string];
      readonly registration_off: readonly [string, string, string];
      readonly grant_type_unsupported: readonly [string, string];
      readonly response_type_unsupported: readonly [string, string];
      readonly pkce_required: readonly [string, string];
      readonly pkce_mismatch: readonly [string, string];
      readonly scope_unknown: readonly [string, string];
      readonly scope_outside_client: readonly [string, string, string];
      readonly scope_outside_grant: readonly [string, string];
      readonly scope_outside_role: readonly [string, string, string];
      readonly application_needed: readonly [string, string];
      readonly client_not_adopted: readonly [string, string];
      readonly resource_invalid: readonly [string, string];
      readonly interaction_needed: readonly [string, string];
      readonly denied_by_person: readonly [string, string];
      readonly sign_in_not_recent: readonly [string, string, string];
      readonly not_a_member: readonly [string, string, string];
      readonly code_unknown: readonly [string, string];
      readonly code_expired: readonly [string, string];
      readonly token_of_another_school: readonly [string, string];
      readonly code_of_another_client: readonly [string, string];
      readonly code_replayed: readonly [string, string];
      readonly token_unknown: readonly [string, string];
      readonly token_expired: readonly [string, string];
      readonly grant_ended: readonly [string, string];
      readonly token_missing: readonly [string, string, string];
      readonly dpop_proof_invalid: readonly [string, string];
      readonly dpop_nonce_needed: readonly [string, string];
      readonly dpop_key: readonly [string, string];
      readonly token_scope: readonly [string, string];
      readonly second_factor_missing: readonly [string, string];
      readonly refresh_reuse: readonly [string, string];
      readonly sign_in_failed: readonly [string, string];
      readonly page_closed: readonly [string, string];
      readonly message_refused: readonly [string, string];
      readonly busy: readonly [string, string];
    };
    readonly found: {
      readonly parameter_missing: readonly [(values: { 0: string }) => string, (values: { 0: string }) => string];
      readonly format_nothing: readonly [string, (values: { 0: string }) => string];
      readonly format_unnamed: readonly [string, (values: { 0: string }) => string];
      readonly format_other: readonly [(values: { 0: string }) => string, (values: { 1: string }) => string];
      readonly body_no_json: readonly [string, string];
      readonly method_other: readonly [(values: { 0: string; 1: string }) => string, (values: { 1: string }) => string];
      readonly address_other: readonly [(values: { 0: string; 1: string }) => string, (values: { 1: string }) => string, string];
      readonly host_internal: readonly [(values: { 0: string; 1: string }) => string, string];
      readonly host_public: readonly [(values: { 0: string; 1: string }) => string, (values: { 0: string; 1: string }) => string];
      readonly origin_page: readonly [(values: { 0: string }) => string, (values: { 0: string }) => string];
      readonly origin_form: readonly [string, string];
      readonly origin_host: readonly [(values: { 0: string; 1: string }) => string, (values: { 1: string }) => string];
      readonly client_id_form: readonly [(values: { 0: string }) => string, string, string];
      readonly client_id_gone: readonly [string, string, string];
      readonly document_name: readonly [string, string];
      readonly document_late: readonly [string, string];
      readonly document_closed: readonly [string, string];
      readonly document_broken_off: readonly [string, string];
      readonly document_certificate: readonly [(values: { 0: string }) => string, string];
      readonly document_forbidden: readonly [(values: { 0: string }) => string, string];
      readonly document_status: readonly [(values: { 0: string }) => string, string];
      readonly document_redirect: readonly [(values: { 0: string }) => string, string];
      readonly document_type: readonly [(values: { 0: string }) => string, string];
      readonly document_content: readonly [(values: { 0: string }) => string, string];
      readonly secret_form: readonly [string];
      readonly secret_other: readonly [string];
      readonly auth_basic: readonly [string];
      readonly auth_assertion: readonly [string];
      readonly redirect_differs: readonly [(values: { 0: string; 1: string }) => string];
      readonly redirect_query: readonly [(values: { 0: string }) => string];
      readonly redirect_registered: readonly [(values: { 0: string; 1: string }) => string];
      readonly grant_type_sent: readonly [(values: { 0: string }) => string];
      readonly response_type_sent: readonly [(values: { 0: string }) => string];
      readonly challenge_missing: readonly [string];
      readonly challenge_method: readonly [(values: { 0: string }) => string, string];
      readonly challenge_no_method: readonly [string, string];
      readonly challenge_form: readonly [(values: { 0: string; 1: string }) => string, string];
      readonly verifier_missing: readonly [string, string];
      readonly verifier_form: readonly [(values: { 0: string }) => string, string];
      readonly verifier_challenge: readonly [string, string];
      readonly verifier_other: readonly [(values: { 0: string }) => string, string];
      readonly scope_named: readonly [(values: { 0: string }) => string, string];
      readonly scope_beyond: readonly [(values: { 0: string }) => string, (values: { 0: string }) => string, (values: { 0: string }) => string];
      readonly scope_lacking: readonly [(values: { 0: string }) => string, (values: { 0: string }) => string];
      readonly resource_other: readonly [(values: { 0: string; 1: string }) => string, (values: { 1: string }) => string];
      readonly resource_not_sent: readonly [string, (values: { 0: string }) => string];
      readonly value_short: readonly [(values: { 0: string; 1: string; 2: string }) => string, string];
      readonly value_long: readonly [(values: { 0: string; 1: string; 2: string }) => string, string];
      readonly value_foreign: readonly [(values: { 0: string }) => string, string];
      readonly value_unknown: readonly [(values: { 0: string }) => string, string];
      readonly code_age: readonly [(values: { 0: string }) => string];
      readonly code_again: readonly [(values: { 0: string }) => string];
      readonly issued_to: readonly [(values: { 0: string }) => string];
      readonly refresh_unstored: readonly [string, string];
      readonly version_other: readonly [(values: { 0: string; 1: string }) => string, string];
      readonly accept_other: readonly [(values: { 0: string }) => string, string];
      readonly message_no_json: readonly [string, string];
      readonly denied: readonly [string];
      readonly cancelled: readonly [string];
      readonly nothing_allowed: readonly [string];
      readonly member_never: readonly [string, string, string];
      readonly member_not_there: readonly [string, string, string, string];
      readonly member_nowhere: readonly [string, string];
      readonly member_invited: readonly [(values: { 0: string }) => string, string, string];
      readonly member_suspended: readonly [(values: { 0: string }) => string, string];
      readonly member_removed: readonly [(values: { 0: string }) => string, string];
      readonly ended_by_person: readonly [(values: { 0: string }) => string, string];
      readonly ended_by_app: readonly [(values: { 0: string }) => string, string];
      readonly ended_by_school: readonly [(values: { 0: string }) => string, string];
      readonly ended_suspended: readonly [string, string, string];
      readonly ended_removed: readonly [string, string, string];
      readonly ended_application: readonly [string, string, string];
      readonly ended_blocked: readonly [string, string, string];
      readonly ended_school: readonly [string, string];
      readonly ended_account: readonly [string, string];
      readonly ended_replay: readonly [(values: { 0: string }) => string, string];
      readonly ended_reuse: readonly [(values: { 0: string }) => string, string];
      readonly ended_token: readonly [string, string];
      readonly password_wrong: readonly [string];
      readonly code_wrong: readonly [string, string];
      readonly passkey_wrong: readonly [string, string];
      readonly second_asked: readonly [string, string];
      readonly second_late: readonly [string, string];
      readonly sign_in_throttled: readonly [string, string];
      readonly page_answered: readonly [string, string];
      readonly page_old: readonly [string, string];
      readonly page_other_browser: readonly [string, string];
      readonly page_other_session: readonly [string, string];
    };
    readonly waiting: string;
    readonly connected: (values: { count: number }) => string;
    readonly rule: string;
    readonly sent: string;
    readonly registered: string;
    readonly you: string;
  };
  readonly connectedApps: {
    readonly lead: string;
    readonly none: string;
    readonly noneText: string;
    readonly connectAssistant: string;
    readonly callsItself: (values: { name: string }) => string;
    readonly at: (values: { school: string }) => string;
    readonly can: string;
    readonly more: (values: { count: number }) => string;
    readonly canNothing: string;
    readonly since: string;
    readonly lastUsed: string;
    readonly several: (values: { count: number }) => string;
    readonly severalText: string;
    readonly one: (values: { count: number; number: number }) => string;
    readonly listed: (values: { all: number; listed: number }) => string;
    readonly endOne: (values: { number: number }) => string;
    readonly end: (values: { app: string }) => string;
    readonly ending: {
      readonly app: (values: { app: string }) => string;
      readonly appText: (values: { app: string; school: string }) => string;
      readonly one: (values: { app: string }) => string;
      readonly oneText: (values: { app: string; school: string }) => string;
      readonly kept: string;
      readonly submitApp: string;
      readonly submitOne: string;
    };
    readonly done: {
      readonly app: string;
      readonly one: string;
      readonly gone: string;
    };
  };
  readonly explorer: {
    readonly title: string;
    readonly lead: string;
    readonly signedOut: string;
    readonly signIn: string;
    readonly connect: string;
    readonly at: (values: { school: string }) => string;
    readonly none: string;
    readonly noneText: string;
    readonly setUp: (values: { school: string }) => string;
    readonly noScript: string;
    readonly connected: (values: { person: string; school: string }) => string;
    readonly signOut: string;
    readonly example: string;
    readonly examples: {
      readonly courses: string;
      readonly orders: string;
      readonly events: string;
      readonly files: string;
      readonly language: string;
    };
    readonly query: string;
    readonly queryHint: string;
    readonly fields: (values: { type: string }) => string;
    readonly variables: string;
    readonly variablesLabel: string;
    readonly run: string;
    readonly running: string;
    readonly result: string;
    readonly empty: string;
    readonly done: (values: { milliseconds: string; status: string }) => string;
    readonly schema: string;
    readonly howTo: string;
    readonly problems: {
      readonly ended: string;
      readonly refused: (values: { why: string }) => string;
      readonly foreign: string;
      readonly silent: string;
      readonly variables: (values: { example: string }) => string;
    };
  };
  readonly scopes: {
    readonly openid: string;
    readonly profile: string;
    readonly email: string;
    readonly 'courses:read': string;
    readonly 'courses:write': string;
    readonly 'students:read': string;
    readonly 'students:write': string;
    readonly 'members:read': string;
    readonly 'members:write': string;
    readonly 'analytics:read': string;
    readonly 'curriculum:read': string;
    readonly 'curriculum:write': string;
    readonly 'orders:read': string;
    readonly 'school:read': string;
    readonly 'school:write': string;
    readonly 'appearance:read': string;
    readonly 'appearance:write': string;
    readonly 'events:read': string;
    readonly 'events:write': string;
    readonly 'membership_plans:read': string;
    readonly 'membership_plans:write': string;
    readonly 'coupons:read': string;
    readonly 'coupons:write': string;
    readonly 'posts:read': string;
    readonly 'posts:write': string;
    readonly 'subscriptions:read': string;
    readonly 'subscriptions:write': string;
    readonly 'digital_products:read': string;
    readonly 'digital_products:write': string;
    readonly 'comments:read': string;
    readonly 'lecturers:read': string;
    readonly 'lecturers:write': string;
    readonly 'storage:write': string;
    readonly 'forms:read': string;
    readonly 'pages:read': string;
    readonly 'pages:write': string;
    readonly 'account:read': string;
    readonly 'account:write': string;
  };
  readonly reviews: {
    readonly lead: string;
    readonly whoDecides: string;
    readonly othersDecide: string;
    readonly noOneDecides: string;
    readonly allOfPlatform: string;
    readonly manual: string;
    readonly onlyHere: string;
    readonly states: {
      readonly unreviewed: string;
      readonly by_default: string;
      readonly approved: string;
      readonly blocked: string;
    };
    readonly changed: string;
    readonly adopted: string;
    readonly bundled: string;
    readonly filter: {
      readonly state: string;
      readonly any: string;
    };
    readonly empty: string;
    readonly emptyText: string;
    readonly look: {
      readonly title: string;
      readonly label: string;
      readonly hint: string;
      readonly known: string;
      readonly refused: string;
      readonly submit: string;
      readonly problems: {
        readonly malformed: string;
        readonly host: string;
        readonly unreachable: string;
        readonly refused: string;
        readonly missing: string;
        readonly invalid: string;
        readonly busy: string;
      };
    };
    readonly app: {
      readonly name: string;
      readonly address: string;
      readonly state: string;
      readonly decided: string;
      readonly goesTo: string;
      readonly loopback: string;
      readonly redirects: string;
      readonly dropped: string;
      readonly mayAsk: string;
      readonly mayAskOf: {
        readonly unreviewed: string;
        readonly approved: string;
        readonly blocked: string;
      };
      readonly ownData: string;
      readonly offeredBy: string;
      readonly ownDataYes: string;
      readonly ownDataBlocked: string;
      readonly ownDataNo: string;
      readonly read: string;
      readonly source: string;
      readonly sources: {
        readonly fetched: string;
        readonly lastCopy: string;
        readonly bundled: string;
      };
      readonly bundledOn: string;
      readonly bundled: string;
      readonly byDefault: string;
      readonly stale: string;
      readonly difference: string;
      readonly nameBefore: (values: { name: string }) => string;
      readonly nameNow: (values: { name: string }) => string;
      readonly gone: string;
      readonly added: string;
      readonly connections: string;
    };
    readonly approve: {
      readonly button: string;
      readonly title: (values: { host: string }) => string;
      readonly text: string;
      readonly limits: string;
      readonly seen: string;
      readonly again: string;
      readonly unblock: {
        readonly title: (values: { host: string }) => string;
        readonly text: string;
      };
    };
    readonly block: {
      readonly button: string;
      readonly title: (values: { host: string }) => string;
      readonly text: string;
    };
    readonly adopt: {
      readonly button: string;
      readonly text: string;
      readonly untilApproved: string;
      readonly withoutGuide: (values: { page: string }) => string;
    };
    readonly release: {
      readonly button: string;
      readonly title: (values: { host: string }) => string;
      readonly text: string;
      readonly blocked: string;
    };
    readonly done: {
      readonly approved: string;
      readonly blocked: string;
      readonly adopted: string;
      readonly released: string;
      readonly declined: string;
    };
    readonly undone: {
      readonly changed: string;
      readonly unreadable: string;
    };
    readonly requests: {
      readonly title: string;
      readonly count: (values: { count: number }) => string;
      readonly use: (values: { people: number; schools: number }) => string;
      readonly reason: string;
      readonly decline: string;
    };
  };
  readonly members: {
    readonly invite: string;
    readonly statuses: {
      readonly invited: string;
      readonly active: string;
      readonly suspended: string;
      readonly removed: string;
    };
    readonly filter: {
      readonly q: string;
      readonly name: string;
      readonly role: string;
      readonly status: string;
      readonly sort: string;
      readonly any: string;
      readonly submit: string;
      readonly reset: string;
      readonly all: string;
    };
    readonly total: (values: { count: number }) => string;
    readonly selected: {
      readonly title: string;
      readonly select: (values: { name: string }) => string;
      readonly actions: {
        readonly suspend: string;
        readonly reinstate: string;
      };
      readonly ask: {
        readonly suspend: (values: { count: number }) => string;
        readonly reinstate: (values: { count: number }) => string;
      };
      readonly others: string;
      readonly done: {
        readonly suspend: (values: { names: string }) => string;
        readonly reinstate: (values: { names: string }) => string;
      };
      readonly refused: (values: { names: string }) => string;
      readonly ticked: string;
    };
    readonly empty: string;
    readonly emptyText: string;
    readonly unnamed: string;
    readonly unnamedText: string;
    readonly member: {
      readonly role: string;
      readonly status: string;
      readonly since: string;
      readonly invitedOn: string;
      readonly seen: string;
      readonly notSeen: string;
      readonly note: string;
      readonly tags: string;
      readonly self: string;
      readonly above: string;
      readonly lookOnly: string;
      readonly changeRole: string;
      readonly newRole: string;
      readonly roleText: string;
      readonly saveRole: string;
      readonly inviteAgain: string;
      readonly inviteAgainText: string;
      readonly inviteAgainKept: string;
      readonly reinstate: string;
      readonly reinstateText: string;
      readonly suspend: string;
      readonly dangerZone: string;
      readonly suspendText: string;
      readonly endConnections: string;
      readonly endConnectionsText: string;
      readonly signOut: string;
      readonly signOutText: string;
      readonly sendReset: string;
      readonly sendResetText: string;
      readonly resetTitle: string;
      readonly resetByOthers: (values: { address: string }) => string;
      readonly connections: string;
      readonly remove: string;
      readonly removeText: string;
    };
    readonly confirm: {
      readonly suspend: (values: { name: string }) => string;
      readonly suspendText: string;
      readonly remove: (values: { name: string }) => string;
      readonly removeText: string;
      readonly role: (values: { name: string; role: string }) => string;
      readonly roleText: string;
      readonly ownerText: string;
      readonly reinstate: (values: { name: string; role: string }) => string;
      readonly invite: (values: { email: string; role: string }) => string;
      readonly inviteText: string;
      readonly signOut: (values: { name: string }) => string;
      readonly signOutText: string;
      readonly sendReset: (values: { name: string }) => string;
      readonly sendResetText: string;
      readonly endConnections: (values: { name: string }) => string;
      readonly endConnectionsText: string;
    };
    readonly roleGuide: {
      readonly title: string;
      readonly what: string;
      readonly abilities: {
        readonly view: string;
        readonly edit: string;
        readonly none: string;
      };
      readonly adminPages: string;
      readonly ownership: string;
      readonly staffPages: (values: { pages: string }) => string;
      readonly note: string;
      readonly subjects: {
        readonly courses: string;
        readonly students: string;
        readonly members: string;
        readonly analytics: string;
        readonly curriculum: string;
        readonly orders: string;
        readonly school: string;
        readonly appearance: string;
        readonly events: string;
        readonly membership_plans: string;
        readonly coupons: string;
        readonly posts: string;
        readonly subscriptions: string;
        readonly digital_products: string;
        readonly comments: string;
        readonly lecturers: string;
        readonly storage: string;
        readonly forms: string;
        readonly pages: string;
        readonly account: string;
      };
    };
    readonly ownership: {
      readonly title: string;
      readonly share: string;
      readonly shareText: string;
      readonly handOver: string;
      readonly handOverText: string;
      readonly openUntil: string;
      readonly withdraw: string;
      readonly ask: {
        readonly share: (values: { name: string }) => string;
        readonly handOver: (values: { name: string }) => string;
      };
      readonly askText: {
        readonly share: string;
        readonly handOver: string;
      };
      readonly howItGoesOn: string;
      readonly toldByEmail: string;
      readonly tellYourself: string;
      readonly submit: string;
      readonly offers: {
        readonly share: (values: { by: string }) => string;
        readonly handOver: (values: { by: string }) => string;
      };
      readonly accept: string;
      readonly decline: string;
      readonly accepting: {
        readonly title: (values: { school: string }) => string;
        readonly text: string;
        readonly share: (values: { by: string }) => string;
        readonly handOver: (values: { by: string }) => string;
      };
      readonly stepDown: {
        readonly title: string;
        readonly text: string;
        readonly last: string;
        readonly ask: string;
        readonly toldByEmail: string;
      };
      readonly answers: {
        readonly accepted: string;
        readonly declined: string;
        readonly gone: string;
      };
    };
    readonly invitation: {
      readonly title: string;
      readonly lead: string;
      readonly email: string;
      readonly name: string;
      readonly nameHint: string;
      readonly role: string;
      readonly submit: string;
      readonly taken: {
        readonly active: string;
        readonly invited: string;
        readonly suspended: string;
      };
      readonly open: (values: { name: string }) => string;
      readonly withdraw: {
        readonly title: string;
        readonly text: string;
        readonly ask: (values: { name: string }) => string;
        readonly consequences: string;
        readonly done: string;
      };
    };
    readonly ordered: {
      readonly ends: string;
      readonly stays: string;
    };
    readonly letters: {
      readonly sent: (values: { email: string }) => string;
      readonly kept: (values: { email: string }) => string;
      readonly none: (values: { email: string }) => string;
      readonly link: (values: { email: string }) => string;
    };
    readonly delivery: {
      readonly title: string;
      readonly states: {
        readonly waiting: string;
        readonly delayed: string;
        readonly failed: string;
        readonly sent: string;
        readonly kept: string;
        readonly shown: string;
        readonly lapsed: string;
        readonly off: string;
        readonly held: string;
        readonly givenUp: string;
        readonly past: string;
        readonly unsent: string;
        readonly unknown: string;
      };
      readonly why: {
        readonly refused: string;
        readonly later: string;
        readonly sign_in: string;
        readonly insecure: string;
        readonly unreachable: string;
        readonly other: string;
      };
      readonly nextTry: (values: { at: string }) => string;
      readonly gaveUp: (values: { at: string }) => string;
      readonly link: (values: { from: string; until: string }) => string;
      readonly checkAddress: string;
      readonly passOn: string;
      readonly inAccount: string;
    };
    readonly invitationLink: {
      readonly make: string;
      readonly makeText: string;
      readonly makeTextFailed: string;
      readonly makeTextAgain: string;
      readonly ask: (values: { name: string }) => string;
      readonly askText: (values: { role: string }) => string;
      readonly askWithdraws: string;
      readonly askEnds: string;
      readonly title: string;
      readonly label: string;
      readonly text: string;
      readonly back: string;
    };
    readonly done: {
      readonly invited: string;
      readonly sent: string;
      readonly role: string;
      readonly suspended: string;
      readonly reinstated: string;
      readonly removed: string;
      readonly signedOut: string;
      readonly resetSent: string;
      readonly ended: string;
      readonly offered: string;
      readonly withdrawn: string;
      readonly steppedDown: string;
      readonly none: string;
    };
    readonly problems: {
      readonly lastOwner: string;
      readonly role: string;
      readonly conflict: string;
      readonly invalid: string;
      readonly resetThrottled: string;
      readonly throttled: string;
    };
    readonly chips: {
      readonly all: string;
      readonly members: string;
      readonly team: string;
    };
  };
  readonly roster: {
    readonly title: string;
    readonly lead: string;
    readonly file: string;
    readonly fileHint: (values: { most: number }) => string;
    readonly paste: string;
    readonly course: string;
    readonly courseHint: string;
    readonly searchCourse: string;
    readonly compare: string;
    readonly earlier: string;
    readonly people: (values: { count: number }) => string;
    readonly states: {
      readonly running: string;
      readonly undoing: string;
      readonly undone: string;
    };
    readonly faults: {
      readonly columns: string;
      readonly too_many: string;
      readonly empty: string;
      readonly too_large: string;
      readonly encoding: string;
      readonly unreadable: (values: { line: number }) => string;
      readonly refused: string;
    };
    readonly checkTitle: string;
    readonly checkLead: (values: { count: number }) => string;
    readonly overview: string;
    readonly kinds: {
      readonly error: string;
      readonly new: string;
      readonly changed: string;
      readonly missing: string;
      readonly same: string;
    };
    readonly more: {
      readonly error: (values: { count: number }) => string;
      readonly new: (values: { count: number }) => string;
      readonly changed: (values: { count: number }) => string;
      readonly missing: (values: { count: number }) => string;
    };
    readonly columns: {
      readonly change: string;
      readonly line: string;
      readonly name: string;
      readonly email: string;
      readonly role: string;
      readonly happens: string;
    };
    readonly what: {
      readonly invited: string;
      readonly invitedAndEnrolled: string;
      readonly enrolled: string;
      readonly role: string;
      readonly roleAndEnrolled: string;
      readonly kept: string;
      readonly nothing: string;
      readonly otherName: string;
    };
    readonly rowFaults: {
      readonly email: string;
      readonly name: string;
      readonly role: string;
      readonly twice: string;
      readonly removed: string;
      readonly suspended: string;
      readonly own: string;
      readonly owner: string;
      readonly above: string;
    };
    readonly enrolling: (values: { course: string }) => string;
    readonly endMissing: (values: { count: number }) => string;
    readonly endMissingHint: (values: { course: string }) => string;
    readonly undoHint: string;
    readonly another: string;
    readonly submit: (values: { count: number }) => string;
    readonly submitMissing: string;
    readonly nothingToDo: string;
    readonly confirm: {
      readonly title: (values: { count: number }) => string;
      readonly text: (values: { count: number }) => string;
    };
    readonly doneTitle: string;
    readonly result: {
      readonly done: (values: { all: number; count: number }) => string;
      readonly skipped: (values: { count: number }) => string;
      readonly wrong: (values: { count: number }) => string;
      readonly undone: (values: { count: number }) => string;
      readonly kept: (values: { count: number }) => string;
      readonly goOn: string;
      readonly reload: string;
      readonly invited: (values: { count: number }) => string;
      readonly seeEnrolled: string;
      readonly seeInvited: string;
    };
    readonly undo: {
      readonly title: string;
      readonly text: string;
      readonly submit: string;
    };
  };
  readonly audit: {
    readonly lead: string;
    readonly unlisted: string;
    readonly unlistedText: string;
    readonly nobody: string;
    readonly noApp: string;
    readonly someApp: string;
    readonly absent: {
      readonly member: string;
      readonly invited: string;
    };
    readonly through: (values: { app: string }) => string;
    readonly filter: {
      readonly event: string;
      readonly every: string;
      readonly person: string;
      readonly from: string;
      readonly to: string;
      readonly deletedApp: (values: { app: string }) => string;
      readonly badDay: string;
      readonly personHint: string;
      readonly schoolEdited: string;
      readonly invited: string;
      readonly withdrawn: string;
      readonly failedSignIns: string;
      readonly groups: {
        readonly people: string;
        readonly ownership: string;
        readonly connections: string;
        readonly apps: string;
        readonly content: string;
        readonly school: string;
        readonly webhooks: string;
      };
    };
    readonly empty: string;
    readonly emptyText: string;
    readonly emptyPerson: string;
    readonly entry: string;
    readonly facts: {
      readonly event: string;
      readonly by: string;
      readonly concerns: string;
      readonly newOwner: string;
      readonly app: string;
      readonly target: string;
      readonly ip: string;
      readonly userAgent: string;
      readonly request: string;
      readonly before: string;
      readonly after: string;
    };
    readonly download: string;
    readonly downloadText: string;
    readonly csv: string;
    readonly lines: string;
    readonly named: (values: { name: string; thing: string }) => string;
    readonly things: {
      readonly member: string;
      readonly course: string;
      readonly outline: string;
      readonly section: string;
      readonly lecture: string;
      readonly lecturer: string;
      readonly event: string;
      readonly post: string;
      readonly page: string;
      readonly form: string;
      readonly membership_plan: string;
      readonly coupon: string;
      readonly digital_product: string;
      readonly asset: string;
      readonly enrollment: string;
      readonly subscription: string;
      readonly event_registration: string;
    };
    readonly given: {
      readonly enrollment: (values: { person: string; thing: string; who: string }) => string;
      readonly subscription: (values: { person: string; thing: string; who: string }) => string;
      readonly event_registration: (values: { person: string; thing: string; who: string }) => string;
    };
    readonly parts: {
      readonly school: string;
      readonly appearance: string;
      readonly lecturers: string;
    };
    readonly trails: {
      readonly person: string;
      readonly app: string;
      readonly connection: string;
    };
    readonly change: {
      readonly colon: string;
      readonly endedSize: (values: { connections: number; people: number }) => string;
      readonly listSeparator: string;
      readonly itsEnded: (values: { connections: number; people: number }) => string;
      readonly toolFailures: {
        readonly 'invalid-input': string;
        readonly 'not-found': string;
        readonly conflict: string;
        readonly 'precondition-failed': string;
        readonly 'idempotency-mismatch': string;
        readonly 'role-insufficient': string;
        readonly 'approval-required': string;
        readonly 'approval-declined': string;
        readonly 'not-confirmed': string;
        readonly 'access-insufficient': string;
        readonly 'too-many-requests': string;
        readonly 'server-unavailable': string;
        readonly 'server-error': string;
      };
      readonly resetOutcomes: {
        readonly pending: string;
        readonly barred: string;
        readonly lapsed: string;
        readonly over: string;
      };
      readonly failedCall: (values: { why: string }) => string;
      readonly whoseEnded: string;
      readonly deletedPeople: (values: { count: number }) => string;
      readonly movedUp: (values: { person: string; thing: string }) => string;
      readonly endedWithEvent: (values: { person: string; thing: string }) => string;
      readonly attended: (values: { person: string; thing: string; who: string }) => string;
      readonly ownPlaces: {
        readonly registered: (values: { person: string; thing: string }) => string;
        readonly waits: (values: { person: string; thing: string }) => string;
        readonly cancelled: (values: { person: string; thing: string }) => string;
      };
      readonly places: {
        readonly waits: (values: { person: string; thing: string; who: string }) => string;
        readonly cancelled: (values: { person: string; thing: string; who: string }) => string;
      };
      readonly title: string;
      readonly allowed: string;
      readonly created: string;
      readonly technical: string;
      readonly none: string;
      readonly yes: string;
      readonly no: string;
      readonly edited: string;
      readonly image: string;
      readonly otherImage: string;
      readonly added: string;
      readonly removed: string;
      readonly separator: string;
      readonly more: (values: { number: number }) => string;
      readonly viewOnly: string;
      readonly mayChange: string;
      readonly mayView: string;
      readonly fieldNames: {
        readonly changed: string;
        readonly separator: string;
        readonly unchanged: string;
        readonly unrecorded: string;
        readonly now: (values: { field: string; status: string }) => string;
        readonly statuses: {
          readonly draft: string;
          readonly scheduled: string;
          readonly published: string;
          readonly archived: string;
          readonly active: string;
          readonly disabled: string;
          readonly paused: string;
          readonly expired: string;
          readonly revoked: string;
          readonly cancelled: string;
          readonly open: string;
          readonly closed: string;
          readonly refunded: string;
          readonly partially_refunded: string;
          readonly hidden: string;
          readonly visible: string;
        };
        readonly names: {
          readonly progressPercent: string;
          readonly order: string;
          readonly title: string;
          readonly subtitle: string;
          readonly name: string;
          readonly slug: string;
          readonly description: string;
          readonly excerpt: string;
          readonly status: string;
          readonly code: string;
          readonly kind: string;
          readonly category: string;
          readonly categories: string;
          readonly tags: string;
          readonly visibility: string;
          readonly unlisted: string;
          readonly featured: string;
          readonly courseType: string;
          readonly price: string;
          readonly accessDays: string;
          readonly position: string;
          readonly coverImageUrl: string;
          readonly avatarAssetId: string;
          readonly mediaAssetId: string;
          readonly bodyMarkdown: string;
          readonly contentMarkdown: string;
          readonly bioMarkdown: string;
          readonly blocks: string;
          readonly seoTitle: string;
          readonly seoDescription: string;
          readonly isHomepage: string;
          readonly startsAt: string;
          readonly endsAt: string;
          readonly endsOn: string;
          readonly publishAt: string;
          readonly publishedAt: string;
          readonly releaseAt: string;
          readonly releaseAfterDays: string;
          readonly registrationClosesAt: string;
          readonly expireDate: string;
          readonly cancelledAt: string;
          readonly pausedAt: string;
          readonly timezone: string;
          readonly location: string;
          readonly joinUrl: string;
          readonly capacity: string;
          readonly durationSeconds: string;
          readonly freePreview: string;
          readonly sectionId: string;
          readonly lecturerIds: string;
          readonly memberId: string;
          readonly authorId: string;
          readonly courseIds: string;
          readonly productIds: string;
          readonly allCourses: string;
          readonly interval: string;
          readonly intervalCount: string;
          readonly lengthDays: string;
          readonly trialDays: string;
          readonly currentPeriodEnd: string;
          readonly cancelAtPeriodEnd: string;
          readonly discountType: string;
          readonly percent: string;
          readonly amount: string;
          readonly appliesTo: string;
          readonly appliesToIds: string;
          readonly maxRedemptions: string;
          readonly perMember: string;
          readonly files: string;
          readonly downloadLimit: string;
          readonly links: string;
          readonly note: string;
          readonly customFields: string;
          readonly marketingConsent: string;
          readonly locale: string;
          readonly registeredAt: string;
          readonly cancelledBy: string;
        };
      };
      readonly fields: {
        readonly role: string;
        readonly status: string;
        readonly operator: string;
        readonly scopes: string;
        readonly connections: string;
        readonly name: string;
        readonly description: string;
        readonly redirectUris: string;
        readonly postLogoutRedirectUris: string;
        readonly defaultScope: string;
        readonly apps: string;
        readonly seatsGivenUp: string;
        readonly waitingEnded: string;
        readonly mayIntrospect: string;
        readonly demandsProof: string;
        readonly hasSecret: string;
        readonly logo: string;
        readonly primaryDomain: string;
        readonly locale: string;
        readonly timezone: string;
        readonly currency: string;
        readonly contactEmail: string;
        readonly supportUrl: string;
        readonly termsUrl: string;
        readonly privacyUrl: string;
        readonly socialLinks: string;
        readonly themeColor: string;
        readonly accentColor: string;
        readonly logoAssetId: string;
        readonly faviconAssetId: string;
        readonly font: string;
        readonly headerLinks: string;
        readonly footerMarkdown: string;
        readonly homepageSections: string;
        readonly customCss: string;
      };
    };
  };
  readonly events: {
    readonly sign_in: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
    };
    readonly sign_in_failed: {
      readonly kind: string;
      readonly log: string;
      readonly you: string;
      readonly password: {
        readonly log: (values: { app: string; who: string }) => string;
      };
      readonly totp: {
        readonly log: (values: { app: string; who: string }) => string;
      };
      readonly recovery_code: {
        readonly log: (values: { app: string; who: string }) => string;
      };
      readonly passkey: {
        readonly log: (values: { app: string; who: string }) => string;
      };
      readonly confirmation: {
        readonly you: string;
      };
      readonly provider: {
        readonly log: (values: { app: string; who: string }) => string;
      };
    };
    readonly sign_out: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
      readonly byOthers: {
        readonly you: string;
      };
      readonly others: {
        readonly you: string;
      };
      readonly other: {
        readonly you: string;
      };
      readonly otherBrowser: {
        readonly you: (values: { browser: string }) => string;
      };
    };
    readonly reauthenticated: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
    };
    readonly passkey_added: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
    };
    readonly passkey_removed: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
    };
    readonly sign_in_connected: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
    };
    readonly sign_in_matched: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
    };
    readonly sign_in_disconnected: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
      readonly toYou: (values: { school: string }) => string;
    };
    readonly passkey_refused: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
    };
    readonly second_factor_added: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
    };
    readonly second_factor_removed: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
      readonly reset: {
        readonly log: (values: { who: string }) => string;
        readonly you: (values: { school: string }) => string;
      };
    };
    readonly second_factor_reset_approved: {
      readonly kind: string;
      readonly log: (values: { target: string; who: string }) => string;
      readonly toYou: (values: { school: string }) => string;
      readonly timed: {
        readonly log: (values: { from: string; target: string; until: string; who: string }) => string;
      };
    };
    readonly second_factor_reset_cancelled: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
      readonly toYou: (values: { school: string }) => string;
      readonly withdrawn: {
        readonly log: (values: { target: string; who: string }) => string;
      };
      readonly byUse: {
        readonly log: (values: { who: string }) => string;
        readonly you: string;
      };
    };
    readonly second_factor_demand_changed: {
      readonly kind: string;
      readonly log: (values: { by: string; target: string; who: string }) => string;
    };
    readonly recovery_codes_replaced: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
    };
    readonly recovery_code_used: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
    };
    readonly password_changed: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
    };
    readonly password_reset: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
    };
    readonly password_reset_asked: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
    };
    readonly email_verified: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
    };
    readonly email_changed: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
    };
    readonly email_change_asked: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
    };
    readonly email_restored: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
    };
    readonly account_disabled: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
    };
    readonly account_enabled: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
    };
    readonly account_secured: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
    };
    readonly account_exported: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
    };
    readonly account_imported: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
    };
    readonly account_erased: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
    };
    readonly access_ended: {
      readonly kind: string;
      readonly log: string;
    };
    readonly roster_imported: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
    };
    readonly roster_undone: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
    };
    readonly member_signed_out: {
      readonly kind: string;
      readonly log: (values: { target: string; who: string }) => string;
    };
    readonly member_reset_sent: {
      readonly kind: string;
      readonly log: (values: { target: string; who: string }) => string;
    };
    readonly new_browser: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
    };
    readonly invitation_sent: {
      readonly kind: string;
      readonly log: (values: { target: string; who: string }) => string;
    };
    readonly invitation_link_created: {
      readonly kind: string;
      readonly log: (values: { target: string; who: string }) => string;
    };
    readonly invitation_accepted: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
      readonly atSchool: {
        readonly you: (values: { school: string }) => string;
      };
    };
    readonly invitation_declined: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
    };
    readonly member_joined: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: string;
      readonly atSchool: {
        readonly you: (values: { school: string }) => string;
      };
    };
    readonly consent_given: {
      readonly kind: string;
      readonly log: (values: { app: string; who: string }) => string;
      readonly you: string;
      readonly atSchool: {
        readonly you: (values: { app: string; school: string }) => string;
      };
    };
    readonly consent_denied: {
      readonly kind: string;
      readonly log: (values: { app: string; who: string }) => string;
    };
    readonly code_issued_silently: {
      readonly kind: string;
      readonly log: (values: { app: string; who: string }) => string;
    };
    readonly address_shown: {
      readonly kind: string;
      readonly log: (values: { app: string; who: string }) => string;
      readonly you: string;
    };
    readonly code_replay: {
      readonly kind: string;
      readonly log: (values: { app: string; who: string }) => string;
      readonly you: string;
    };
    readonly refresh_reuse: {
      readonly kind: string;
      readonly log: (values: { app: string; who: string }) => string;
      readonly you: string;
      readonly unstored: {
        readonly log: (values: { app: string; who: string }) => string;
      };
    };
    readonly refresh_repeated: {
      readonly kind: string;
      readonly log: (values: { app: string; who: string }) => string;
      readonly you: string;
    };
    readonly token_revoked: {
      readonly kind: string;
      readonly log: (values: { app: string; who: string }) => string;
      readonly accessTokenOnly: {
        readonly log: (values: { app: string; who: string }) => string;
      };
    };
    readonly grant_revoked: {
      readonly kind: string;
      readonly log: (values: { app: string; by: string; who: string }) => string;
      readonly you: string;
      readonly over: {
        readonly you: string;
        readonly log: (values: { app: string; who: string }) => string;
      };
      readonly allOfMember: {
        readonly log: (values: { by: string; target: string; who: string }) => string;
      };
      readonly all: {
        readonly log: (values: { by: string; who: string }) => string;
      };
      readonly ofMember: {
        readonly log: (values: { app: string; by: string; target: string; who: string }) => string;
      };
      readonly ofApp: {
        readonly log: (values: { app: string; by: string; who: string }) => string;
      };
      readonly oneOfMember: {
        readonly log: (values: { app: string; count: number; since: string; target: string; who: string }) => string;
      };
      readonly one: {
        readonly log: (values: { app: string; count: number; since: string; who: string }) => string;
        readonly you: (values: { app: string; count: number; since: string }) => string;
      };
    };
    readonly client_created: {
      readonly kind: string;
      readonly log: (values: { app: string; by: string; who: string }) => string;
      readonly deletedApp: {
        readonly log: (values: { who: string }) => string;
      };
      readonly switched: {
        readonly log: (values: { app: string; who: string }) => string;
      };
    };
    readonly client_registered: {
      readonly kind: string;
      readonly log: (values: { app: string }) => string;
    };
    readonly client_document_changed: {
      readonly kind: string;
      readonly log: (values: { app: string }) => string;
    };
    readonly review_requested: {
      readonly kind: string;
      readonly log: (values: { app: string; who: string }) => string;
    };
    readonly review_declined: {
      readonly kind: string;
      readonly log: (values: { app: string; who: string }) => string;
    };
    readonly client_approved: {
      readonly kind: string;
      readonly log: (values: { app: string; by: string; who: string }) => string;
    };
    readonly client_blocked: {
      readonly kind: string;
      readonly log: (values: { app: string; by: string; who: string }) => string;
    };
    readonly client_adopted: {
      readonly kind: string;
      readonly log: (values: { app: string; by: string; who: string }) => string;
    };
    readonly client_released: {
      readonly kind: string;
      readonly log: (values: { app: string; by: string; who: string }) => string;
    };
    readonly client_changed: {
      readonly kind: string;
      readonly log: (values: { app: string; by: string; who: string }) => string;
      readonly deletedApp: {
        readonly log: (values: { who: string }) => string;
      };
    };
    readonly client_secret_rotated: {
      readonly kind: string;
      readonly log: (values: { app: string; by: string; who: string }) => string;
    };
    readonly client_secret_ended: {
      readonly kind: string;
      readonly log: (values: { app: string; by: string; who: string }) => string;
    };
    readonly handover_link_created: {
      readonly kind: string;
      readonly log: (values: { app: string; by: string; who: string }) => string;
    };
    readonly handover_link_opened: {
      readonly kind: string;
      readonly log: (values: { app: string }) => string;
    };
    readonly handover_secret_revealed: {
      readonly kind: string;
      readonly log: (values: { app: string }) => string;
    };
    readonly handover_tested: {
      readonly kind: string;
      readonly log: (values: { app: string }) => string;
    };
    readonly handover_link_revoked: {
      readonly kind: string;
      readonly log: (values: { app: string; by: string; who: string }) => string;
    };
    readonly client_disabled: {
      readonly kind: string;
      readonly log: (values: { app: string; by: string; who: string }) => string;
      readonly deletedApp: {
        readonly log: (values: { who: string }) => string;
      };
      readonly sized: {
        readonly log: (values: { app: string; ended: string; who: string }) => string;
      };
      readonly switchedSized: {
        readonly log: (values: { app: string; ended: string; who: string }) => string;
      };
      readonly switched: {
        readonly log: (values: { app: string; who: string }) => string;
      };
    };
    readonly client_enabled: {
      readonly kind: string;
      readonly log: (values: { app: string; by: string; who: string }) => string;
      readonly deletedApp: {
        readonly log: (values: { who: string }) => string;
      };
      readonly switched: {
        readonly log: (values: { app: string; who: string }) => string;
      };
    };
    readonly client_deleted: {
      readonly kind: string;
      readonly log: (values: { app: string; by: string; who: string }) => string;
      readonly deletedApp: {
        readonly log: (values: { who: string }) => string;
      };
      readonly sized: {
        readonly log: (values: { app: string; ended: string; who: string }) => string;
      };
    };
    readonly beta_feature_on: {
      readonly kind: string;
      readonly log: (values: { by: string; target: string; who: string }) => string;
    };
    readonly beta_feature_off: {
      readonly kind: string;
      readonly log: (values: { by: string; target: string; who: string }) => string;
    };
    readonly member_role_changed: {
      readonly kind: string;
      readonly log: (values: { by: string; is: string; target: string; was: string; who: string }) => string;
      readonly toYou: (values: { is: string; school: string; was: string }) => string;
      readonly byPerson: {
        readonly toYou: (values: { is: string; person: string; school: string; was: string }) => string;
      };
    };
    readonly ownership_offered: {
      readonly kind: string;
      readonly log: (values: { target: string; who: string }) => string;
      readonly you: (values: { person: string; school: string }) => string;
      readonly toYou: (values: { person: string; school: string }) => string;
      readonly share: {
        readonly log: (values: { target: string; who: string }) => string;
        readonly you: (values: { person: string; school: string }) => string;
        readonly toYou: (values: { person: string; school: string }) => string;
      };
      readonly handOver: {
        readonly log: (values: { target: string; who: string }) => string;
        readonly you: (values: { person: string; school: string }) => string;
        readonly toYou: (values: { person: string; school: string }) => string;
      };
    };
    readonly ownership_withdrawn: {
      readonly kind: string;
      readonly log: (values: { target: string; who: string }) => string;
      readonly you: (values: { person: string; school: string }) => string;
      readonly toYou: (values: { person: string; school: string }) => string;
      readonly share: {
        readonly log: (values: { target: string; who: string }) => string;
        readonly you: (values: { person: string; school: string }) => string;
        readonly toYou: (values: { person: string; school: string }) => string;
      };
      readonly handOver: {
        readonly log: (values: { target: string; who: string }) => string;
        readonly you: (values: { person: string; school: string }) => string;
        readonly toYou: (values: { person: string; school: string }) => string;
      };
    };
    readonly ownership_declined: {
      readonly kind: string;
      readonly log: (values: { target: string; who: string }) => string;
      readonly you: (values: { person: string; school: string }) => string;
      readonly toYou: (values: { person: string; school: string }) => string;
      readonly share: {
        readonly log: (values: { target: string; who: string }) => string;
        readonly you: (values: { person: string; school: string }) => string;
        readonly toYou: (values: { person: string; school: string }) => string;
      };
      readonly handOver: {
        readonly log: (values: { target: string; who: string }) => string;
        readonly you: (values: { person: string; school: string }) => string;
        readonly toYou: (values: { person: string; school: string }) => string;
      };
    };
    readonly ownership_shared: {
      readonly kind: string;
      readonly log: (values: { target: string; who: string }) => string;
      readonly you: (values: { person: string; school: string }) => string;
      readonly toYou: (values: { person: string; school: string }) => string;
    };
    readonly ownership_handed_over: {
      readonly kind: string;
      readonly log: (values: { target: string; who: string }) => string;
      readonly you: (values: { person: string; school: string }) => string;
      readonly toYou: (values: { person: string; school: string }) => string;
    };
    readonly ownership_stepped_down: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly you: (values: { school: string }) => string;
      readonly toYou: (values: { person: string; school: string }) => string;
    };
    readonly staff_rights_changed: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
    };
    readonly member_suspended: {
      readonly kind: string;
      readonly log: (values: { target: string; who: string }) => string;
      readonly toYou: (values: { school: string }) => string;
    };
    readonly member_reinstated: {
      readonly kind: string;
      readonly log: (values: { target: string; who: string }) => string;
      readonly toYou: (values: { school: string }) => string;
    };
    readonly member_removed: {
      readonly kind: string;
      readonly log: (values: { target: string; who: string }) => string;
      readonly toYou: (values: { school: string }) => string;
      readonly invited: {
        readonly log: (values: { target: string; who: string }) => string;
      };
    };
    readonly setup_completed: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
    };
    readonly school_created: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
    };
    readonly webhook_created: {
      readonly kind: string;
      readonly log: (values: { by: string; target: string; who: string }) => string;
    };
    readonly webhook_changed: {
      readonly kind: string;
      readonly log: (values: { by: string; target: string; who: string }) => string;
    };
    readonly webhook_secret_rotated: {
      readonly kind: string;
      readonly log: (values: { by: string; target: string; who: string }) => string;
    };
    readonly webhook_disabled: {
      readonly kind: string;
      readonly log: (values: { by: string; target: string; who: string }) => string;
    };
    readonly webhook_enabled: {
      readonly kind: string;
      readonly log: (values: { by: string; target: string; who: string }) => string;
    };
    readonly webhook_stopped: {
      readonly kind: string;
      readonly log: (values: { target: string }) => string;
    };
    readonly webhook_sent: {
      readonly kind: string;
      readonly log: (values: { by: string; target: string; who: string }) => string;
    };
    readonly webhook_deleted: {
      readonly kind: string;
      readonly log: (values: { by: string; target: string; who: string }) => string;
    };
    readonly school_closed: {
      readonly kind: string;
      readonly log: string;
    };
    readonly school_reopened: {
      readonly kind: string;
      readonly log: string;
    };
    readonly school_handed_over: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
      readonly fromOwners: {
        readonly log: (values: { from: string; who: string }) => string;
      };
    };
    readonly school_exported: {
      readonly kind: string;
      readonly log: string;
    };
    readonly school_deletion_scheduled: {
      readonly kind: string;
      readonly log: string;
    };
    readonly school_deletion_cancelled: {
      readonly kind: string;
      readonly log: string;
    };
    readonly school_deleted: {
      readonly kind: string;
      readonly log: string;
    };
    readonly key_rotated: {
      readonly kind: string;
      readonly log: string;
    };
    readonly key_revoked: {
      readonly kind: string;
      readonly log: string;
    };
    readonly audit_exported: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
    };
    readonly file_requested: {
      readonly kind: string;
      readonly log: (values: { target: string; who: string }) => string;
    };
    readonly tool_called: {
      readonly kind: string;
      readonly log: (values: { app: string; target: string; who: string }) => string;
    };
    readonly tool_failed: {
      readonly kind: string;
      readonly log: (values: { app: string; target: string; who: string; why: string }) => string;
    };
    readonly resource_created: {
      readonly kind: string;
      readonly log: (values: { target: string; who: string }) => string;
      readonly invitation: {
        readonly log: (values: { is: string; target: string; who: string }) => string;
      };
      readonly platformInvitation: {
        readonly log: (values: { is: string; target: string }) => string;
      };
    };
    readonly resource_changed: {
      readonly kind: string;
      readonly log: (values: { target: string; who: string }) => string;
      readonly arrived: {
        readonly log: (values: { target: string; who: string }) => string;
      };
      readonly completed: {
        readonly log: (values: { target: string; who: string }) => string;
      };
      readonly published: {
        readonly log: (values: { target: string; who: string }) => string;
      };
      readonly cancelled: {
        readonly log: (values: { target: string; who: string }) => string;
      };
    };
    readonly resource_deleted: {
      readonly kind: string;
      readonly log: (values: { target: string; who: string }) => string;
    };
    readonly unknown: {
      readonly log: string;
    };
    readonly list_exported: {
      readonly kind: string;
      readonly log: (values: { target: string; who: string }) => string;
    };
    readonly approval_asked: {
      readonly kind: string;
      readonly log: (values: { app: string; target: string; who: string }) => string;
    };
    readonly approval_allowed: {
      readonly kind: string;
      readonly log: (values: { app: string; target: string; who: string }) => string;
      readonly you: string;
    };
    readonly approval_declined: {
      readonly kind: string;
      readonly log: (values: { app: string; target: string; who: string }) => string;
      readonly you: string;
    };
    readonly approval_carried_out: {
      readonly kind: string;
      readonly log: (values: { app: string; target: string; who: string }) => string;
    };
    readonly agents_ask_changed: {
      readonly kind: string;
      readonly log: (values: { target: string; who: string }) => string;
    };
    readonly provider_changed: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
    };
    readonly provider_mode_changed: {
      readonly kind: string;
      readonly log: (values: { target: string; who: string }) => string;
    };
    readonly provider_removed: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
    };
    readonly provider_match_opened: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
    };
    readonly provider_match_closed: {
      readonly kind: string;
      readonly log: (values: { who: string }) => string;
    };
  };
  readonly passkeys: {
    readonly title: string;
    readonly lead: string;
    readonly signIn: string;
    readonly confirm: string;
    readonly failed: string;
    readonly wrong: string;
    readonly none: string;
    readonly noneText: string;
    readonly name: string;
    readonly nameHint: string;
    readonly suggestedName: string;
    readonly add: string;
    readonly addText: string;
    readonly goOn: string;
    readonly needsScript: string;
    readonly unavailable: string;
    readonly byCommand: string;
    readonly added: (values: { day: string }) => string;
    readonly used: (values: { day: string }) => string;
    readonly neverUsed: string;
    readonly backedUp: string;
    readonly removeTitle: (values: { name: string }) => string;
    readonly removeText: string;
    readonly remove: string;
    readonly notices: {
      readonly added: string;
      readonly removed: string;
      readonly refused: string;
    };
  };
  readonly schoolSignIn: {
    readonly failed: string;
    readonly continueAt: (values: { host: string }) => string;
    readonly offer: (values: { school: string }) => string;
    readonly goThere: string;
    readonly required: (values: { school: string }) => string;
    readonly owners: string;
    readonly through: (values: { school: string }) => string;
    readonly pages: {
      readonly unknown: {
        readonly title: string;
        readonly text: (values: { host: string; school: string }) => string;
        readonly submit: string;
      };
      readonly owner: {
        readonly title: string;
        readonly text: (values: { school: string }) => string;
      };
      readonly no_member: {
        readonly title: string;
        readonly text: (values: { school: string }) => string;
      };
      readonly not_offered: {
        readonly title: string;
        readonly text: string;
      };
      readonly one_factor: {
        readonly title: string;
        readonly text: (values: { school: string }) => string;
      };
      readonly other: {
        readonly title: string;
        readonly text: (values: { host: string }) => string;
      };
      readonly taken: {
        readonly title: string;
        readonly text: (values: { host: string; school: string }) => string;
      };
      readonly too_many: {
        readonly title: string;
        readonly text: string;
      };
    };
    readonly account: {
      readonly title: (values: { school: string }) => string;
      readonly lead: (values: { school: string }) => string;
      readonly closed: string;
      readonly apps: string;
      readonly own: string;
      readonly ownText: (values: { email: string }) => string;
      readonly ownLink: string;
      readonly account: string;
    };
    readonly connected: {
      readonly title: string;
      readonly lead: string;
      readonly none: string;
      readonly noneText: string;
      readonly at: (values: { host: string; school: string }) => string;
      readonly since: (values: { day: string }) => string;
      readonly connect: (values: { school: string }) => string;
      readonly connectText: (values: { host: string; school: string; who: string }) => string;
      readonly connectNote: (values: { school: string }) => string;
      readonly connectFactor: (values: { school: string }) => string;
      readonly joins: (values: { school: string }) => string;
      readonly submit: string;
      readonly disconnect: string;
      readonly disconnectTitle: (values: { school: string }) => string;
      readonly disconnectText: string;
    };
    readonly notices: {
      readonly connected: string;
      readonly disconnected: string;
      readonly refused: string;
    };
  };
  readonly shell: {
    readonly extent: (values: { first: number; last: number; total: number }) => string;
    readonly menu: string;
    readonly site: string;
    readonly areas: {
      readonly account: string;
      readonly admin: string;
      readonly platform: string;
    };
    readonly skip: string;
    readonly schools: string;
    readonly signOut: string;
    readonly signedInAs: (values: { name: string }) => string;
    readonly back: string;
    readonly cancel: string;
    readonly save: string;
    readonly saveName: string;
    readonly sendAgain: {
      readonly title: string;
      readonly signedOut: string;
      readonly signedIn: string;
      readonly signIn: string;
      readonly submit: string;
    };
    readonly remove: string;
    readonly never: string;
    readonly none: string;
    readonly copy: string;
    readonly copied: string;
    readonly print: string;
    readonly download: string;
    readonly next: string;
    readonly first: string;
    readonly required: string;
    readonly tooLong: string;
    readonly invalid: string;
    readonly summary: string;
    readonly confirm: {
      readonly password: string;
      readonly passwordHint: string;
      readonly wrong_code: string;
      readonly codes_ended: string;
      readonly needs_passkey: string;
      readonly wrong: string;
      readonly throttled: (values: { span: string }) => string;
    };
    readonly search: string;
  };
  readonly account: {
    readonly area: {
      readonly pages: {
        readonly overview: string;
        readonly connectedApps: string;
        readonly assistants: string;
        readonly sessions: string;
        readonly activity: string;
        readonly signIn: string;
        readonly profile: string;
      };
    };
    readonly overview: {
      readonly runIt: string;
      readonly noSchool: string;
      readonly noSchoolText: string;
    };
  };
  readonly accountHome: {
    readonly lead: string;
    readonly setUp: {
      readonly title: string;
      readonly email: string;
      readonly emailText: string;
      readonly factor: string;
      readonly factorText: string;
      readonly anyFactorText: string;
    };
    readonly apps: {
      readonly title: string;
      readonly none: string;
      readonly offered: (values: { school: string }) => string;
      readonly at: (values: { school: string; scopes: number }) => string;
      readonly lastUsed: string;
      readonly all: string;
    };
    readonly latest: {
      readonly title: string;
      readonly all: string;
    };
  };
  readonly learning: {
    readonly pages: {
      readonly courses: string;
      readonly orders: string;
      readonly events: string;
      readonly files: string;
    };
    readonly site: (values: { school: string }) => string;
    readonly none: string;
    readonly noneText: string;
    readonly courses: string;
    readonly noSuchCourse: string;
    readonly others: string;
    readonly all: string;
    readonly goOn: string;
    readonly coursePage: string;
    readonly nextIn: string;
    readonly access: {
      readonly lifetime: string;
      readonly until: (values: { day: string }) => string;
      readonly ended: (values: { day: string }) => string;
    };
    readonly completed: (values: { day: string }) => string;
    readonly progress: (values: { course: string }) => string;
    readonly kinds: {
      readonly video: string;
      readonly audio: string;
      readonly text: string;
      readonly file: string;
      readonly quiz: string;
      readonly live: string;
    };
    readonly minutes: (values: { count: number }) => string;
    readonly done: string;
    readonly opens: string;
    readonly begins: (values: { day: string }) => string;
    readonly begun: string;
    readonly noOrders: string;
    readonly noOrdersText: string;
    readonly orderStatus: {
      readonly pending: string;
      readonly partially_refunded: string;
      readonly refunded: string;
      readonly cancelled: string;
      readonly failed: string;
    };
    readonly refunded: (values: { amount: string }) => string;
    readonly times: (values: { count: number }) => string;
    readonly subscriptions: string;
    readonly subscriptionState: {
      readonly trialing: string;
      readonly past_due: string;
      readonly paused: string;
      readonly cancelled: string;
      readonly expired: string;
    };
    readonly since: (values: { day: string }) => string;
    readonly renews: (values: { day: string }) => string;
    readonly ends: (values: { day: string }) => string;
    readonly latest: (values: { count: number }) => string;
    readonly noEvents: string;
    readonly noEventsText: string;
    readonly offered: string;
    readonly register: string;
    readonly registerFor: (values: { event: string }) => string;
    readonly eventDone: {
      readonly registered: string;
      readonly waitlisted: string;
      readonly cancelled: string;
      readonly none: string;
    };
    readonly eventCancelled: string;
    readonly registration: {
      readonly waitlisted: string;
      readonly cancelled: string;
      readonly attended: string;
    };
    readonly join: string;
    readonly cancelTitle: (values: { event: string }) => string;
    readonly cancelText: string;
    readonly cancel: string;
    readonly keep: string;
    readonly noFiles: string;
    readonly noFilesText: string;
    readonly download: string;
    readonly downloadFile: (values: { file: string }) => string;
    readonly left: (values: { count: number }) => string;
    readonly usedUp: string;
    readonly noDownload: string;
    readonly finished: string;
    readonly howToGet: {
      readonly paid: (values: { school: string }) => string;
      readonly free: (values: { school: string }) => string;
      readonly public_access: (values: { school: string }) => string;
      readonly pre_order: (values: { school: string }) => string;
    };
    readonly open: string;
    readonly openFile: (values: { file: string }) => string;
    readonly noContent: string;
    readonly noContentText: string;
    readonly openAt: (values: { domain: string }) => string;
    readonly finish: string;
    readonly following: (values: { lecture: string }) => string;
    readonly closed: string;
    readonly next: string;
    readonly ended: (values: { day: string }) => string;
    readonly orderHelp: string;
    readonly yourEvents: string;
    readonly eventPage: string;
    readonly eventClosed: string;
    readonly turnedAway: string;
    readonly eventCosts: string;
  };
  readonly accounts: {
    readonly lead: string;
    readonly search: {
      readonly label: string;
      readonly hint: string;
      readonly submit: string;
    };
    readonly empty: string;
    readonly emptyText: string;
    readonly more: (values: { count: number }) => string;
    readonly statuses: {
      readonly active: string;
      readonly disabled: string;
      readonly deleted: string;
    };
    readonly none: string;
    readonly set: string;
    readonly notSet: string;
    readonly notConfirmed: (values: { email: string }) => string;
    readonly codesLeft: (values: { count: number }) => string;
    readonly facts: {
      readonly id: string;
      readonly email: string;
      readonly status: string;
      readonly password: string;
      readonly app: string;
      readonly passkeys: string;
    };
    readonly lists: {
      readonly schools: string;
      readonly browsers: string;
      readonly connections: string;
      readonly former: string;
      readonly signIns: string;
    };
    readonly former: {
      readonly changed: string;
      readonly until: string;
    };
    readonly own: string;
    readonly changed: string;
    readonly help: string;
    readonly actions: {
      readonly sendReset: {
        readonly button: string;
        readonly hint: string;
        readonly title: (values: { name: string }) => string;
        readonly text: (values: { email: string }) => string;
      };
      readonly signOut: {
        readonly button: string;
        readonly hint: string;
        readonly title: (values: { name: string }) => string;
        readonly text: string;
      };
      readonly endConnections: {
        readonly button: string;
        readonly hint: string;
        readonly title: (values: { name: string }) => string;
        readonly text: string;
      };
      readonly resetSecondFactor: {
        readonly button: string;
        readonly hint: string;
        readonly title: (values: { name: string }) => string;
        readonly text: string;
      };
      readonly disable: {
        readonly button: string;
        readonly hint: string;
        readonly title: (values: { name: string }) => string;
        readonly text: string;
      };
      readonly enable: {
        readonly button: string;
        readonly hint: string;
        readonly title: (values: { name: string }) => string;
        readonly text: string;
      };
      readonly export: {
        readonly button: string;
        readonly hint: string;
        readonly title: (values: { name: string }) => string;
        readonly text: string;
      };
      readonly erase: {
        readonly button: string;
        readonly hint: string;
        readonly title: (values: { name: string }) => string;
        readonly text: (values: { email: string }) => string;
      };
      readonly restoreEmail: {
        readonly button: string;
        readonly title: (values: { name: string }) => string;
        readonly text: (values: { email: string }) => string;
      };
    };
    readonly onlyOwner: (values: { schools: string }) => string;
    readonly lastEmail: string;
    readonly resetLink: {
      readonly button: string;
      readonly hint: string;
      readonly ask: (values: { name: string }) => string;
      readonly askText: (values: { email: string }) => string;
      readonly title: string;
      readonly label: string;
      readonly text: string;
      readonly back: string;
    };
    readonly done: {
      readonly export: string;
      readonly erase: string;
      readonly sendReset: string;
      readonly signOut: string;
      readonly endConnections: string;
      readonly resetSecondFactor: string;
      readonly disable: string;
      readonly enable: string;
      readonly restoreEmail: string;
    };
  };
  readonly activity: {
    readonly title: string;
    readonly lead: string;
    readonly none: string;
    readonly older: string;
    readonly newBrowser: string;
    readonly network: (values: { network: string }) => string;
    readonly methods: {
      readonly password: string;
      readonly passkey: string;
      readonly totp: string;
      readonly recovery_code: string;
      readonly provider: string;
    };
    readonly failedMethods: {
      readonly password: string;
      readonly passkey: string;
      readonly totp: string;
      readonly recovery_code: string;
      readonly provider: string;
    };
    readonly by: {
      readonly operator: string;
      readonly school: string;
    };
    readonly bySchool: (values: { school: string }) => string;
    readonly signedInSince: (values: { at: string }) => string;
    readonly doneIn: (values: { browser: string }) => string;
    readonly endedOf: (values: { app: string; count: number; school: string; since: string }) => string;
    readonly ended: {
      readonly school: (values: { app: string; count: number; school: string }) => string;
      readonly platform: (values: { app: string; count: number }) => string;
      readonly block: (values: { app: string; count: number }) => string;
      readonly client: (values: { app: string; count: number }) => string;
    };
    readonly allowedAgain: string;
    readonly formerMember: string;
    readonly byPerson: (values: { person: string }) => string;
    readonly help: string;
  };
  readonly admin: {
    readonly area: {
      readonly developers: string;
      readonly school: string;
      readonly platform: string;
      readonly pages: {
        readonly overview: string;
        readonly members: string;
        readonly applications: string;
        readonly reviews: string;
        readonly connect: string;
        readonly connections: string;
        readonly webhooks: string;
        readonly audit: string;
        readonly look: string;
        readonly settings: string;
        readonly accounts: string;
      };
      readonly people: string;
    };
    readonly overview: {
      readonly back: string;
      readonly lead: (values: { role: string }) => string;
    };
  };
  readonly content: {
    readonly total: (values: { count: number }) => string;
    readonly noneFound: {
      readonly title: string;
      readonly text: string;
    };
    readonly export: string;
    readonly create: string;
    readonly preview: string;
    readonly publicPage: string;
    readonly free: string;
    readonly yes: string;
    readonly no: string;
    readonly from: string;
    readonly until: string;
    readonly question: (values: { action: string; name: string }) => string;
    readonly record: string;
    readonly behind: {
      readonly title: string;
      readonly lead: string;
      readonly unseen: string;
      readonly days: (values: { count: number }) => string;
      readonly none: string;
    };
    readonly ends: (values: { day: string }) => string;
    readonly refused: string;
    readonly seen: string;
    readonly search: {
      readonly title: string;
      readonly label: (values: { field: string }) => string;
      readonly submit: string;
      readonly none: string;
    };
    readonly programs: {
      readonly title: string;
      readonly tool: string;
      readonly call: string;
    };
    readonly conflict: {
      readonly title: string;
      readonly text: string;
      readonly field: string;
      readonly theirs: string;
      readonly yours: string;
    };
    readonly done: {
      readonly saved: string;
      readonly created: string;
      readonly uploaded: string;
      readonly acted: string;
      readonly publish: string;
      readonly unpublish: string;
      readonly archive: string;
      readonly pause: string;
      readonly resume: string;
      readonly extend: string;
      readonly disable: string;
      readonly deleted: string;
    };
    readonly areas: {
      readonly courses: {
        readonly title: string;
        readonly create: string;
        readonly none: string;
      };
      readonly events: {
        readonly title: string;
        readonly create: string;
        readonly none: string;
      };
      readonly registrations: {
        readonly title: string;
        readonly create: string;
        readonly none: string;
      };
      readonly lecturers: {
        readonly title: string;
        readonly create: string;
        readonly none: string;
      };
      readonly posts: {
        readonly title: string;
        readonly create: string;
        readonly none: string;
      };
      readonly pages: {
        readonly title: string;
        readonly create: string;
        readonly none: string;
      };
      readonly forms: {
        readonly title: string;
        readonly none: string;
      };
      readonly comments: {
        readonly title: string;
        readonly none: string;
      };
      readonly orders: {
        readonly title: string;
        readonly none: string;
        readonly lead: string;
      };
      readonly subscriptions: {
        readonly title: string;
        readonly create: string;
        readonly none: string;
      };
      readonly membership_plans: {
        readonly title: string;
        readonly create: string;
        readonly none: string;
      };
      readonly digital_products: {
        readonly title: string;
        readonly create: string;
        readonly none: string;
      };
      readonly coupons: {
        readonly title: string;
        readonly create: string;
        readonly none: string;
      };
      readonly enrollments: {
        readonly title: string;
        readonly create: string;
        readonly none: string;
      };
      readonly students: {
        readonly title: string;
        readonly none: string;
      };
      readonly course_analytics: {
        readonly title: string;
        readonly none: string;
      };
      readonly form_submissions: {
        readonly title: string;
        readonly none: string;
      };
      readonly sections: {
        readonly title: string;
        readonly create: string;
        readonly none: string;
      };
      readonly lectures: {
        readonly title: string;
        readonly create: string;
        readonly none: string;
      };
      readonly assets: {
        readonly title: string;
        readonly none: string;
      };
      readonly refunds: {
        readonly title: string;
        readonly none: string;
        readonly lead: string;
      };
      readonly members: {
        readonly title: string;
        readonly none: string;
      };
    };
    readonly fields: {
      readonly title: string;
      readonly slug: string;
      readonly subtitle: string;
      readonly description: string;
      readonly coverImageUrl: string;
      readonly courseType: string;
      readonly price: string;
      readonly status: string;
      readonly publishedAt: string;
      readonly featured: string;
      readonly unlisted: string;
      readonly accessDays: string;
      readonly lecturerIds: string;
      readonly categories: string;
      readonly tags: string;
      readonly category: string;
      readonly lectureCount: string;
      readonly studentCount: string;
      readonly createdAt: string;
      readonly updatedAt: string;
      readonly kind: string;
      readonly startsAt: string;
      readonly endsAt: string;
      readonly timezone: string;
      readonly location: string;
      readonly joinUrl: string;
      readonly capacity: string;
      readonly registrationClosesAt: string;
      readonly registeredCount: string;
      readonly memberId: string;
      readonly cancelledBy: string;
      readonly registeredAt: string;
      readonly name: string;
      readonly bioMarkdown: string;
      readonly links: string;
      readonly bodyMarkdown: string;
      readonly excerpt: string;
      readonly authorId: string;
      readonly visibility: string;
      readonly publishAt: string;
      readonly isHomepage: string;
      readonly seoTitle: string;
      readonly seoDescription: string;
      readonly fields: string;
      readonly submissionCount: string;
      readonly body: string;
      readonly targetKind: string;
      readonly targetId: string;
      readonly likeCount: string;
      readonly number: string;
      readonly items: string;
      readonly subtotal: string;
      readonly discount: string;
      readonly tax: string;
      readonly total: string;
      readonly couponCode: string;
      readonly paymentMethod: string;
      readonly placedAt: string;
      readonly paidAt: string;
      readonly refundedAmount: string;
      readonly refundedAt: string;
      readonly planId: string;
      readonly startedAt: string;
      readonly currentPeriodStart: string;
      readonly currentPeriodEnd: string;
      readonly cancelAtPeriodEnd: string;
      readonly cancelledAt: string;
      readonly pausedAt: string;
      readonly planType: string;
      readonly interval: string;
      readonly intervalCount: string;
      readonly lengthDays: string;
      readonly endsOn: string;
      readonly trialDays: string;
      readonly allCourses: string;
      readonly courseIds: string;
      readonly productIds: string;
      readonly subscriberCount: string;
      readonly downloadLimit: string;
      readonly files: string;
      readonly code: string;
      readonly discountType: string;
      readonly percent: string;
      readonly amount: string;
      readonly appliesTo: string;
      readonly maxRedemptions: string;
      readonly perMember: string;
      readonly redeemedCount: string;
      readonly courseId: string;
      readonly progressPercent: string;
      readonly expireDate: string;
      readonly source: string;
      readonly hasLifetimeAccess: string;
      readonly completedAt: string;
      readonly email: string;
      readonly enrolledCourseCount: string;
      readonly lastActiveAt: string;
      readonly days: string;
      readonly when: string;
      readonly students: string;
      readonly completions: string;
      readonly averageProgress: string;
      readonly revenue: string;
      readonly answers: string;
      readonly submittedAt: string;
      readonly durationSeconds: string;
      readonly contentMarkdown: string;
      readonly mediaAssetId: string;
      readonly freePreview: string;
      readonly releaseAt: string;
      readonly releaseAfterDays: string;
      readonly filename: string;
      readonly contentType: string;
      readonly size: string;
      readonly checksumSha256: string;
      readonly assetId: string;
      readonly avatarAssetId: string;
      readonly orderNumber: string;
      readonly count: string;
      readonly prefix: string;
      readonly memberIds: string;
      readonly add: string;
      readonly remove: string;
      readonly note: string;
      readonly customFields: string;
      readonly locale: string;
      readonly marketingConsent: string;
      readonly role: string;
      readonly joinedAt: string;
      readonly lastSeenAt: string;
    };
    readonly hints: {
      readonly slug: string;
      readonly description: string;
      readonly accessDays: string;
      readonly capacity: string;
      readonly categories: string;
      readonly tags: string;
      readonly joinUrl: string;
      readonly bodyMarkdown: string;
      readonly bioMarkdown: string;
      readonly links: string;
      readonly percent: string;
      readonly amount: string;
      readonly interval: string;
      readonly intervalCount: string;
      readonly lengthDays: string;
      readonly endsOn: string;
      readonly maxRedemptions: string;
      readonly downloadLimit: string;
      readonly expireDate: string;
      readonly contentMarkdown: string;
      readonly releaseAfterDays: string;
      readonly add: string;
      readonly remove: string;
      readonly note: string;
      readonly customFields: string;
      readonly students: string;
      readonly code: string;
      readonly durationSeconds: string;
    };
    readonly units: {
      readonly accessDays: string;
      readonly percent: string;
      readonly progressPercent: string;
      readonly days: string;
      readonly lengthDays: string;
      readonly trialDays: string;
      readonly averageProgress: string;
      readonly releaseAfterDays: string;
    };
    readonly sorts: {
      readonly createdAt: string;
      readonly title: string;
      readonly startsAt: string;
      readonly name: string;
      readonly expiresAt: string;
    };
    readonly values: {
      readonly status: {
        readonly draft: string;
        readonly published: string;
        readonly archived: string;
        readonly cancelled: string;
        readonly registered: string;
        readonly waitlisted: string;
        readonly attended: string;
        readonly scheduled: string;
        readonly active: string;
        readonly disabled: string;
        readonly expired: string;
        readonly open: string;
        readonly closed: string;
        readonly visible: string;
        readonly hidden: string;
        readonly pending: string;
        readonly paid: string;
        readonly partially_refunded: string;
        readonly refunded: string;
        readonly failed: string;
        readonly trialing: string;
        readonly past_due: string;
        readonly paused: string;
        readonly revoked: string;
        readonly ready: string;
        readonly rejected: string;
        readonly invited: string;
        readonly suspended: string;
      };
      readonly courseType: {
        readonly paid: string;
        readonly free: string;
        readonly public_access: string;
        readonly pre_order: string;
      };
      readonly kind: {
        readonly online: string;
        readonly in_person: string;
        readonly hybrid: string;
        readonly video: string;
        readonly audio: string;
        readonly text: string;
        readonly file: string;
        readonly quiz: string;
        readonly live: string;
      };
      readonly cancelledBy: {
        readonly school: string;
        readonly member: string;
      };
      readonly visibility: {
        readonly public: string;
        readonly members: string;
        readonly plan: string;
      };
      readonly targetKind: {
        readonly lecture: string;
        readonly post: string;
        readonly course: string;
      };
      readonly paymentMethod: {
        readonly card: string;
        readonly transfer: string;
        readonly atm: string;
        readonly store: string;
        readonly free: string;
      };
      readonly planType: {
        readonly recurring: string;
        readonly fixed_date: string;
        readonly fixed_length: string;
        readonly lifetime: string;
      };
      readonly interval: {
        readonly month: string;
        readonly year: string;
      };
      readonly discountType: {
        readonly percent: string;
        readonly amount: string;
      };
      readonly appliesTo: {
        readonly all: string;
        readonly courses: string;
        readonly plans: string;
        readonly products: string;
      };
      readonly source: {
        readonly order: string;
        readonly grant: string;
        readonly import: string;
        readonly coupon: string;
        readonly subscription: string;
      };
      readonly when: {
        readonly period_end: string;
        readonly now: string;
      };
      readonly role: {
        readonly owner: string;
        readonly admin: string;
        readonly staff: string;
        readonly instructor: string;
        readonly member: string;
      };
    };
    readonly faults: {
      readonly taken: string;
      readonly price_without_sale: string;
      readonly too_early: string;
      readonly too_complex: string;
      readonly own_address: string;
      readonly past: string;
    };
    readonly actions: {
      readonly publish_course: {
        readonly label: string;
        readonly text: string;
      };
      readonly unpublish_course: {
        readonly label: string;
        readonly text: string;
      };
      readonly archive_course: {
        readonly label: string;
        readonly text: string;
      };
      readonly delete_course: {
        readonly label: string;
        readonly text: string;
      };
      readonly publish_event: {
        readonly label: string;
        readonly text: string;
      };
      readonly cancel_event: {
        readonly label: string;
        readonly text: string;
      };
      readonly delete_event: {
        readonly label: string;
        readonly text: string;
      };
      readonly mark_attended: {
        readonly label: string;
        readonly text: string;
      };
      readonly cancel_registration: {
        readonly label: string;
        readonly text: string;
      };
      readonly delete_lecturer: {
        readonly label: string;
        readonly text: string;
      };
      readonly publish_post: {
        readonly label: string;
        readonly text: string;
      };
      readonly schedule_post: {
        readonly label: string;
        readonly text: string;
      };
      readonly unpublish_post: {
        readonly label: string;
        readonly text: string;
      };
      readonly delete_post: {
        readonly label: string;
        readonly text: string;
      };
      readonly publish_page: {
        readonly label: string;
        readonly text: string;
      };
      readonly unpublish_page: {
        readonly label: string;
        readonly text: string;
      };
      readonly set_homepage: {
        readonly label: string;
        readonly text: string;
      };
      readonly delete_page: {
        readonly label: string;
        readonly text: string;
      };
      readonly extend_subscription: {
        readonly label: string;
        readonly text: string;
      };
      readonly pause_subscription: {
        readonly label: string;
        readonly text: string;
      };
      readonly resume_subscription: {
        readonly label: string;
        readonly text: string;
      };
      readonly cancel_subscription: {
        readonly label: string;
        readonly text: string;
      };
      readonly publish_membership_plan: {
        readonly label: string;
        readonly text: string;
      };
      readonly archive_membership_plan: {
        readonly label: string;
        readonly text: string;
      };
      readonly delete_membership_plan: {
        readonly label: string;
        readonly text: string;
      };
      readonly publish_digital_product: {
        readonly label: string;
        readonly text: string;
      };
      readonly archive_digital_product: {
        readonly label: string;
        readonly text: string;
      };
      readonly delete_digital_product: {
        readonly label: string;
        readonly text: string;
      };
      readonly disable_coupon: {
        readonly label: string;
        readonly text: string;
      };
      readonly delete_coupon: {
        readonly label: string;
        readonly text: string;
      };
      readonly extend_enrollment: {
        readonly label: string;
        readonly text: string;
      };
      readonly set_enrollment_expiry: {
        readonly label: string;
        readonly text: string;
      };
      readonly set_lifetime_access: {
        readonly label: string;
        readonly text: string;
      };
      readonly reset_progress: {
        readonly label: string;
        readonly text: string;
      };
      readonly revoke_enrollment: {
        readonly label: string;
        readonly text: string;
      };
      readonly delete_section: {
        readonly label: string;
        readonly text: string;
      };
      readonly delete_lecture: {
        readonly label: string;
        readonly text: string;
      };
      readonly delete_asset: {
        readonly label: string;
        readonly text: string;
      };
      readonly attach_digital_product_file: {
        readonly label: string;
        readonly text: string;
      };
      readonly bulk_generate_coupons: {
        readonly label: string;
        readonly text: string;
      };
      readonly bulk_enroll_students: {
        readonly label: string;
        readonly text: string;
      };
      readonly tag_members: {
        readonly label: string;
        readonly text: string;
      };
    };
    readonly curriculum: {
      readonly order: string;
      readonly reorder: string;
      readonly up: string;
      readonly down: string;
      readonly drafts: (values: { count: number; total: number }) => string;
      readonly publish: {
        readonly label: string;
        readonly one: string;
        readonly text: string;
      };
    };
    readonly upload: {
      readonly title: string;
      readonly lead: (values: { megabytes: string }) => string;
      readonly file: string;
      readonly submit: string;
      readonly refused: string;
      readonly detach: string;
      readonly elsewhere: string;
      readonly thenSearch: string;
    };
    readonly notes: string;
    readonly progress: {
      readonly watched: string;
    };
    readonly figures: {
      readonly title: string;
      readonly totals: string;
      readonly nowTitle: string;
      readonly total: string;
      readonly begins: string;
      readonly none: string;
      readonly lectures: string;
      readonly began: string;
      readonly metric: string;
      readonly interval: string;
      readonly ranking: string;
      readonly intervals: {
        readonly day: string;
        readonly week: string;
        readonly month: string;
      };
      readonly metrics: {
        readonly revenue: string;
        readonly refunds: string;
        readonly orders: string;
        readonly newStudents: string;
        readonly activeStudents: string;
        readonly lectureViews: string;
        readonly completions: string;
      };
      readonly now: {
        readonly students: string;
        readonly members: string;
        readonly publishedCourses: string;
        readonly activeSubscriptions: string;
      };
      readonly rankings: {
        readonly courses_by_students: string;
        readonly courses_by_revenue: string;
        readonly courses_by_completions: string;
        readonly lectures_by_views: string;
      };
    };
    readonly cover: {
      readonly title: string;
      readonly lead: (values: { megabytes: string }) => string;
      readonly remove: string;
      readonly tooLarge: (values: { megabytes: string }) => string;
    };
    readonly choose: string;
    readonly selected: {
      readonly title: (values: { action: string; count: number }) => string;
      readonly others: string;
      readonly done: (values: { count: number }) => string;
      readonly failed: (values: { count: number }) => string;
      readonly changed: string;
      readonly none: string;
    };
  };
  readonly schoolHome: {
    readonly steps: {
      readonly title: string;
      readonly progress: (values: { all: number; done: number }) => string;
      readonly done: string;
      readonly all: {
        readonly email: string;
        readonly look: string;
        readonly invitation: string;
        readonly app: string;
        readonly factor: string;
      };
      readonly also: {
        readonly lead: string;
        readonly details: string;
        readonly owner: string;
      };
      readonly hide: string;
    };
    readonly needs: {
      readonly title: string;
      readonly none: string;
      readonly bounced: (values: { count: number; email: string }) => string;
      readonly delayed: (values: { count: number; email: string }) => string;
      readonly unsent: (values: { count: number; email: string }) => string;
      readonly lapsing: (values: { count: number; email: string }) => string;
      readonly lapsed: (values: { count: number; email: string }) => string;
      readonly unlinked: (values: { count: number; email: string }) => string;
      readonly inList: {
        readonly unlinked: string;
        readonly bounced: string;
        readonly delayed: string;
        readonly unsent: string;
        readonly lapsing: string;
        readonly lapsed: string;
      };
      readonly offered: {
        readonly share: (values: { day: string; name: string }) => string;
        readonly handOver: (values: { day: string; name: string }) => string;
      };
      readonly failing: (values: { app: string; times: number }) => string;
      readonly stopped: (values: { host: string }) => string;
      readonly undelivered: (values: { host: string }) => string;
      readonly failedEmails: (values: { count: number }) => string;
      readonly lateEmails: (values: { count: number; since: string }) => string;
      readonly oldBackup: (values: { days: number }) => string;
      readonly noBackup: string;
      readonly reviews: (values: { count: number }) => string;
      readonly reviewRequests: (values: { count: number }) => string;
      readonly email: string;
      readonly factor: string;
      readonly answered: {
        readonly approved: (values: { app: string }) => string;
        readonly declined: (values: { app: string }) => string;
      };
      readonly approval: (values: { app: string }) => string;
      readonly secretEnds: (values: { day: string }) => string;
      readonly secretEnded: (values: { day: string }) => string;
      readonly providerFails: string;
      readonly deed: (values: { app: string; deed: string }) => string;
    };
    readonly figures: {
      readonly title: string;
      readonly enrollments: string;
      readonly completions: string;
      readonly orders: string;
      readonly registrations: string;
      readonly weekBefore: (values: { count: string }) => string;
      readonly signIns: string;
      readonly orMore: (values: { count: string }) => string;
      readonly perDay: (values: { days: string; what: string }) => string;
      readonly onDay: (values: { count: string; day: string }) => string;
      readonly separator: string;
    };
    readonly access: {
      readonly title: string;
      readonly members: (values: { count: number; shown: string }) => string;
      readonly apps: (values: { count: number; shown: string }) => string;
      readonly signIns: (values: { count: number; shown: string }) => string;
      readonly toolCalls: (values: { count: number; shown: string }) => string;
    };
    readonly events: {
      readonly title: string;
      readonly all: string;
      readonly seats: (values: { all: number; taken: number }) => string;
    };
    readonly latest: {
      readonly title: string;
      readonly none: string;
      readonly all: string;
      readonly enrolled: (values: { what: string; who: string }) => string;
      readonly completed: (values: { what: string; who: string }) => string;
      readonly registered: (values: { what: string; who: string }) => string;
      readonly ordered: (values: { what: string; who: string }) => string;
      readonly commented: (values: { what: string; who: string }) => string;
      readonly published: (values: { what: string; who: string }) => string;
      readonly others: string;
    };
  };
  readonly applications: {
    readonly kind: {
      readonly public: string;
      readonly confidential: string;
    };
    readonly state: {
      readonly active: string;
      readonly disabled: string;
    };
    readonly list: {
      readonly title: string;
      readonly lead: string;
      readonly create: string;
      readonly empty: string;
      readonly emptyText: string;
      readonly scopes: (values: { count: number }) => string;
      readonly grants: (values: { count: number }) => string;
      readonly noneFound: string;
      readonly q: string;
      readonly selected: {
        readonly title: string;
        readonly none: string;
        readonly ask: {
          readonly disable: (values: { count: number }) => string;
          readonly remove: (values: { count: number }) => string;
        };
        readonly consequences: {
          readonly disable: string;
          readonly remove: string;
        };
        readonly already: string;
        readonly done: {
          readonly disable: (values: { names: string }) => string;
          readonly remove: (values: { names: string }) => string;
        };
      };
    };
    readonly form: {
      readonly newTitle: string;
      readonly newLead: string;
      readonly editTitle: string;
      readonly editLead: string;
      readonly create: string;
      readonly stale: string;
      readonly name: string;
      readonly nameHint: string;
      readonly description: string;
      readonly descriptionHint: string;
      readonly kind: string;
      readonly kinds: {
        readonly public: string;
        readonly confidential: string;
      };
      readonly redirectUris: string;
      readonly redirectUrisHint: string;
      readonly postLogoutRedirectUris: string;
      readonly postLogoutHint: string;
      readonly scopes: {
        readonly chosen: string;
        readonly title: string;
        readonly hint: string;
        readonly change: string;
      };
      readonly defaultScope: string;
      readonly defaultScopeHint: string;
      readonly introspection: string;
      readonly mayIntrospect: string;
      readonly mayIntrospectHint: string;
      readonly binding: string;
      readonly demandsProof: string;
      readonly demandsProofHint: string;
      readonly faults: {
        readonly scopeNotChosen: string;
        readonly noKind: string;
        readonly noScope: string;
        readonly notYours: string;
        readonly tooMany: string;
        readonly address: (values: { address: string; why: string }) => string;
        readonly addresses: {
          readonly too_long: string;
          readonly fragment: string;
          readonly characters: string;
          readonly relative: string;
          readonly forbidden_scheme: string;
          readonly authority: string;
          readonly plain_http: string;
          readonly own_page: string;
        };
      };
      readonly alone: string;
      readonly runsAlone: string;
      readonly runsAloneHint: string;
    };
    readonly logo: {
      readonly title: (values: { name: string }) => string;
      readonly lead: string;
      readonly limits: (values: { kilobytes: number; pixels: string }) => string;
      readonly now: string;
      readonly choose: string;
      readonly none: string;
      readonly upload: string;
      readonly submitUpload: string;
      readonly faults: {
        readonly too_large: string;
        readonly gone: string;
        readonly not_an_image: string;
        readonly animated: string;
        readonly too_many_pixels: string;
        readonly too_few_pixels: string;
        readonly stale: string;
      };
    };
    readonly issued: {
      readonly title: {
        readonly created: string;
        readonly rotated: string;
      };
      readonly once: string;
      readonly overlap: string;
      readonly noSecret: string;
      readonly on: string;
      readonly again: {
        readonly created: {
          readonly title: string;
          readonly text: string;
        };
        readonly rotated: {
          readonly title: string;
          readonly text: string;
        };
      };
    };
    readonly developer: {
      readonly title: string;
      readonly lead: string;
      readonly sendSecret: string;
      readonly noSecret: string;
      readonly settings: string;
      readonly command: string;
      readonly walkthrough: string;
    };
    readonly one: {
      readonly description: string;
      readonly redirectUris: string;
      readonly postLogoutRedirectUris: string;
      readonly lastUsed: string;
      readonly oldSecret: string;
      readonly oldSecretUntil: string;
      readonly disabledText: string;
      readonly grants: string;
      readonly use: (values: { grants: number; people: number }) => string;
      readonly edit: string;
      readonly logo: string;
      readonly rotate: string;
      readonly endOld: string;
      readonly disable: string;
      readonly enable: string;
      readonly remove: string;
      readonly reads: string;
      readonly end: string;
      readonly created: (values: { day: string }) => string;
      readonly neverUsed: string;
      readonly asks: string;
      readonly alone: string;
      readonly ask: string;
    };
    readonly danger: {
      readonly change: {
        readonly title: (values: { name: string }) => string;
        readonly added: string;
        readonly addedText: string;
        readonly removed: string;
        readonly scopes: string;
        readonly introspects: string;
        readonly unbinds: string;
      };
      readonly rotate: {
        readonly title: (values: { name: string }) => string;
        readonly text: string;
      };
      readonly endOld: {
        readonly title: (values: { name: string }) => string;
        readonly text: string;
      };
      readonly disable: {
        readonly title: (values: { name: string }) => string;
        readonly text: string;
      };
      readonly remove: {
        readonly title: (values: { name: string }) => string;
        readonly text: string;
      };
      readonly alone: {
        readonly title: (values: { name: string }) => string;
        readonly text: string;
      };
    };
    readonly done: {
      readonly changed: string;
      readonly secret_ended: string;
      readonly disabled: string;
      readonly enabled: string;
      readonly links_full: string;
      readonly link_revoked: string;
      readonly deleted: string;
      readonly asks: string;
      readonly alone: string;
    };
    readonly withoutPerson: string;
  };
  readonly connect: {
    readonly title: string;
    readonly lead: string;
    readonly commandFor: (values: { application: string }) => string;
    readonly addressesTitle: string;
    readonly addresses: {
      readonly issuer: string;
      readonly mcp: string;
      readonly mcp_operators: string;
      readonly mcp_members: string;
      readonly graphql: string;
      readonly openapi: string;
      readonly resource: string;
    };
    readonly tools: string;
    readonly clientsTitle: string;
    readonly install: (values: { client: string }) => string;
    readonly switches: {
      readonly lead: string;
      readonly preview: string;
      readonly staff: string;
      readonly members: string;
      readonly states: {
        readonly on: string;
        readonly reads: string;
        readonly off: string;
        readonly blocked: string;
      };
      readonly turnOn: string;
      readonly unblock: string;
      readonly blockAll: string;
      readonly turnOff: string;
      readonly toApplication: string;
      readonly uses: (values: { name: string }) => string;
      readonly isDisabled: (values: { name: string }) => string;
      readonly newestOf: (values: { count: number }) => string;
      readonly why: {
        readonly platform: string;
        readonly blocked: string;
        readonly host: (values: { host: string }) => string;
        readonly registration: string;
        readonly application: (values: { name: string }) => string;
      };
      readonly ask: {
        readonly staff: {
          readonly on: (values: { client: string }) => string;
          readonly off: (values: { client: string }) => string;
        };
        readonly members: {
          readonly on: (values: { client: string }) => string;
          readonly off: (values: { client: string }) => string;
        };
      };
      readonly does: {
        readonly create: (values: { client: string }) => string;
        readonly enable: (values: { name: string }) => string;
        readonly disable: (values: { name: string }) => string;
        readonly allowAgain: string;
        readonly unblock: string;
        readonly approve: string;
        readonly alsoStaff: string;
        readonly feature: string;
        readonly still: string;
      };
      readonly unreadable: string;
      readonly unreachable: (values: { host: string }) => string;
      readonly meanwhile: (values: { client: string }) => string;
      readonly done: {
        readonly staff: {
          readonly on: (values: { client: string }) => string;
          readonly off: (values: { client: string }) => string;
        };
        readonly members: {
          readonly on: (values: { client: string }) => string;
          readonly off: (values: { client: string }) => string;
        };
      };
      readonly undone: {
        readonly changed: string;
      };
    };
    readonly programs: (values: { client: string }) => string;
    readonly useInstead: (values: { client: string }) => string;
    readonly clients: {
      readonly claude: string;
      readonly claude_code: string;
      readonly codex: string;
      readonly gemini_cli: string;
      readonly qwen_code: string;
      readonly copilot_cli: string;
      readonly opencode: string;
      readonly mcporter: string;
      readonly chatgpt: string;
      readonly cursor: string;
      readonly vscode: string;
      readonly inspector: string;
      readonly mcp_remote: string;
      readonly curl: string;
    };
    readonly admission: {
      readonly by_name: string;
      readonly by_address: (values: { host: string }) => string;
      readonly by_itself: string;
      readonly only_as_application: string;
    };
    readonly addressApproved: (values: { host: string }) => string;
    readonly addressBlocked: (values: { host: string }) => string;
    readonly notReachable: string;
    readonly snippets: {
      readonly address: string;
      readonly clientId: string;
      readonly command: string;
      readonly typed: string;
      readonly cursorFile: string;
      readonly vscodeFile: string;
      readonly serversFile: string;
      readonly geminiFile: string;
      readonly opencodeFile: string;
    };
    readonly changes: {
      readonly title: string;
      readonly text: string;
      readonly all: (values: { app: string }) => string;
      readonly submit: string;
    };
    readonly own: {
      readonly title: string;
      readonly text: string;
    };
    readonly offer: {
      readonly text: string;
      readonly submit: string;
      readonly done: string;
    };
    readonly columns: {
      readonly assistant: string;
      readonly howTo: string;
    };
    readonly request: {
      readonly ask: string;
      readonly askedAt: string;
      readonly declined: string;
      readonly asked: string;
      readonly too_many: string;
    };
  };
  readonly handOver: {
    readonly title: (values: { app: string }) => string;
    readonly lead: (values: { school: string }) => string;
    readonly until: string;
    readonly settings: string;
    readonly settingsText: string;
    readonly secret: {
      readonly title: string;
      readonly text: string;
      readonly reveal: string;
      readonly shown: string;
      readonly used: string;
      readonly usedText: string;
      readonly none: string;
    };
    readonly code: {
      readonly title: string;
      readonly text: string;
      readonly account: (values: { school: string }) => string;
      readonly save: (values: { file: string }) => string;
      readonly run: string;
    };
    readonly test: {
      readonly title: string;
      readonly text: string;
      readonly run: string;
      readonly again: string;
      readonly address: string;
      readonly addressHint: string;
      readonly tryIt: string;
      readonly tryText: string;
      readonly results: string;
      readonly outcome: {
        readonly held: string;
        readonly failed: string;
        readonly noted: string;
      };
      readonly metadata: {
        readonly title: string;
        readonly held: (values: { issuer: string }) => string;
        readonly elsewhere: (values: { host: string; issuer: string }) => string;
        readonly failed: string;
      };
      readonly settings: {
        readonly title: string;
        readonly public: string;
        readonly confidential: string;
      };
      readonly redirect: {
        readonly title: (values: { uri: string }) => string;
        readonly refused: string;
        readonly accepted: {
          readonly https: string;
          readonly loopback: string;
          readonly app: string;
          readonly http: string;
        };
      };
      readonly scopes: {
        readonly title: string;
        readonly anyone: string;
        readonly account: string;
        readonly staff: (values: { scopes: string }) => string;
      };
      readonly use: {
        readonly title: string;
        readonly none: string;
        readonly some: (values: { people: string }) => string;
      };
      readonly pasted: {
        readonly request: string;
        readonly answer: string;
        readonly accepted: string;
        readonly refused: string;
        readonly otherClient: (values: { clientId: string }) => string;
        readonly error: string;
        readonly issuer: (values: { issuer: string }) => string;
        readonly code: {
          readonly unknown: string;
          readonly used: string;
          readonly late: string;
          readonly good: string;
        };
        readonly neither: (values: { endpoint: string }) => string;
      };
    };
    readonly gone: {
      readonly title: string;
      readonly text: string;
    };
    readonly admin: {
      readonly title: string;
      readonly lead: string;
      readonly leadPublic: string;
      readonly disabled: string;
      readonly create: string;
      readonly confirm: {
        readonly title: (values: { app: string }) => string;
        readonly text: string;
        readonly noSecret: string;
      };
      readonly made: {
        readonly title: string;
        readonly text: string;
        readonly label: string;
      };
      readonly by: (values: { name: string }) => string;
      readonly expires: string;
      readonly opened: string;
      readonly notOpened: string;
      readonly revealed: string;
      readonly revoked: string;
      readonly revoke: string;
    };
  };
  readonly home: {
    readonly title: string;
    readonly lead: string;
    readonly visitor: string;
    readonly visitorText: string;
    readonly signIn: string;
    readonly signedIn: string;
    readonly goOn: string;
    readonly learning: (values: { school: string }) => string;
    readonly admin: (values: { school: string }) => string;
    readonly signOut: string;
    readonly developer: string;
    readonly developerText: string;
    readonly issuer: string;
    readonly documents: string;
    readonly docs: string;
    readonly walkthrough: string;
    readonly tryIt: string;
    readonly toYourSchool: string;
  };
  readonly manual: {
    readonly name: string;
    readonly contents: string;
    readonly search: string;
    readonly submit: string;
    readonly found: (values: { count: number }) => string;
    readonly none: string;
  };
  readonly settings: {
    readonly title: string;
    readonly lead: string;
    readonly details: {
      readonly title: string;
      readonly lead: string;
      readonly locale: string;
      readonly localeHint: string;
      readonly timezone: string;
      readonly timezoneHint: string;
      readonly currency: string;
      readonly currencyHint: string;
      readonly contactEmail: string;
      readonly contactHint: string;
      readonly supportUrl: string;
      readonly supportHint: string;
      readonly termsUrl: string;
      readonly privacyUrl: string;
      readonly legalHint: string;
      readonly done: string;
      readonly problems: {
        readonly locale: string;
        readonly timezone: string;
        readonly currency: string;
        readonly contactEmail: string;
        readonly supportUrl: string;
        readonly termsUrl: string;
        readonly privacyUrl: string;
      };
    };
    readonly beta: string;
    readonly on: string;
    readonly off: string;
    readonly switchOn: (values: { feature: string }) => string;
    readonly switchOff: (values: { feature: string }) => string;
    readonly done: {
      readonly on: (values: { feature: string }) => string;
      readonly off: (values: { feature: string }) => string;
    };
    readonly features: {
      readonly mcp_connections: {
        readonly name: string;
        readonly what: string;
        readonly whenOff: string;
        readonly isOff: string;
        readonly whileOff: string;
      };
      readonly chatgpt_sign_in: {
        readonly name: string;
      };
      readonly status_sign_in: {
        readonly name: string;
      };
    };
    readonly signIn: {
      readonly name: string;
      readonly what: string;
      readonly label: string;
      readonly choices: {
        readonly auto: string;
        readonly chatgpt_sign_in: string;
        readonly status_sign_in: string;
      };
      readonly change: string;
      readonly done: string;
    };
    readonly agents: {
      readonly title: string;
      readonly lead: string;
      readonly label: string;
      readonly change: string;
      readonly changeTitle: string;
      readonly platform: (values: { level: string }) => string;
      readonly done: string;
      readonly levels: {
        readonly changes: string;
        readonly sensitive: string;
        readonly nothing: string;
      };
    };
  };
  readonly staffRights: {
    readonly title: string;
    readonly lead: string;
    readonly abilities: {
      readonly none: string;
      readonly view: string;
      readonly edit: string;
    };
    readonly isDefault: string;
    readonly isOwn: string;
    readonly note: string;
    readonly people: string;
    readonly reset: string;
    readonly edit: string;
    readonly confirm: {
      readonly title: string;
      readonly text: string;
    };
    readonly done: string;
    readonly stale: string;
  };
  readonly webhooks: {
    readonly events: {
      readonly 'member.added': string;
      readonly 'member.removed': string;
      readonly 'member.role_changed': string;
      readonly 'enrollment.created': string;
      readonly 'enrollment.ended': string;
      readonly 'lecture.completed': string;
      readonly 'course.completed': string;
      readonly 'order.created': string;
      readonly 'order.refunded': string;
      readonly 'subscription.started': string;
      readonly 'subscription.ended': string;
      readonly 'event.cancelled': string;
      readonly 'application.connected': string;
      readonly 'application.disconnected': string;
      readonly 'application.reviewed': string;
    };
    readonly stops: {
      readonly school: string;
      readonly gone: string;
      readonly failing: string;
    };
    readonly state: {
      readonly active: string;
      readonly failing: string;
      readonly disabled: string;
    };
    readonly list: {
      readonly lead: string;
      readonly guide: string;
      readonly add: string;
      readonly empty: string;
      readonly emptyText: string;
      readonly events: (values: { count: number }) => string;
      readonly full: (values: { most: number }) => string;
      readonly deleted: string;
    };
    readonly form: {
      readonly newTitle: string;
      readonly editTitle: string;
      readonly url: string;
      readonly urlHint: string;
      readonly urlFault: string;
      readonly events: string;
      readonly eventsHint: string;
      readonly eventsFault: string;
      readonly create: string;
      readonly stale: string;
    };
    readonly issued: {
      readonly title: {
        readonly created: string;
        readonly rotated: string;
      };
      readonly once: string;
      readonly label: string;
      readonly overlap: string;
      readonly on: string;
      readonly again: {
        readonly created: {
          readonly title: string;
          readonly text: string;
        };
        readonly rotated: {
          readonly title: string;
          readonly text: string;
        };
      };
    };
    readonly one: {
      readonly added: string;
      readonly events: string;
      readonly oldSecret: string;
      readonly failing: string;
      readonly test: string;
      readonly edit: string;
      readonly rotate: string;
      readonly enable: string;
      readonly disable: string;
      readonly remove: string;
      readonly back: string;
    };
    readonly done: {
      readonly changed: string;
      readonly enabled: string;
      readonly disabled: string;
      readonly tested: string;
      readonly replayed: string;
      readonly unsent: string;
    };
    readonly log: {
      readonly title: string;
      readonly empty: string;
      readonly emptyText: string;
      readonly delivered: string;
      readonly waiting: string;
      readonly failed: string;
      readonly attempts: (values: { count: number }) => string;
      readonly status: (values: { status: number }) => string;
      readonly noAnswer: string;
      readonly again: string;
    };
    readonly danger: {
      readonly rotate: {
        readonly title: string;
        readonly text: string;
      };
      readonly remove: {
        readonly title: string;
        readonly text: string;
      };
    };
  };
  readonly span: {
    readonly seconds: (values: { count: number }) => string;
    readonly minutes: (values: { count: number }) => string;
    readonly hours: (values: { count: number }) => string;
  };
  readonly approvals: {
    readonly title: (values: { app: string }) => string;
    readonly left: (values: { minutes: number }) => string;
    readonly asked: string;
    readonly question: {
      readonly delete: (values: { name: string }) => string;
      readonly suspend: (values: { name: string }) => string;
      readonly remove: (values: { name: string; school: string }) => string;
      readonly role: (values: { name: string; role: string }) => string;
      readonly other: (values: { tool: string }) => string;
    };
    readonly atMoment: string;
    readonly counts: {
      readonly registrations: (values: { count: number }) => string;
      readonly apps: (values: { count: number }) => string;
      readonly places: (values: { count: number }) => string;
    };
    readonly facts: {
      readonly askedBy: string;
      readonly connected: (values: { app: string; day: string }) => string;
      readonly school: string;
      readonly object: string;
      readonly state: string;
      readonly tool: string;
    };
    readonly joined: string;
    readonly created: string;
    readonly given: string;
    readonly givenText: string;
    readonly cleaned: string;
    readonly decision: string;
    readonly allow: string;
    readonly allowText: string;
    readonly decline: string;
    readonly declineText: string;
    readonly send: string;
    readonly choose: string;
    readonly decidingAs: (values: { name: string }) => string;
    readonly notAsked: string;
    readonly end: string;
    readonly confirmTitle: string;
    readonly waiting: string;
    readonly none: string;
    readonly done: {
      readonly allowed: string;
      readonly declined: string;
    };
    readonly change: string;
    readonly exact: string;
  };
  readonly providers: {
    readonly title: string;
    readonly lead: string;
    readonly guide: string;
    readonly none: string;
    readonly setUp: string;
    readonly change: string;
    readonly open: string;
    readonly state: {
      readonly account: string;
      readonly offered: string;
      readonly provider: string;
    };
    readonly redirectUri: string;
    readonly facts: {
      readonly issuer: string;
      readonly clientId: string;
      readonly secretEnds: string;
      readonly tested: string;
      readonly joins: string;
      readonly joinsOn: string;
      readonly joinsOff: string;
    };
    readonly factor: string;
    readonly untested: string;
    readonly noAuthTime: string;
    readonly oneFactor: string;
    readonly try: string;
    readonly offer: string;
    readonly require: string;
    readonly turnOff: string;
    readonly remove: string;
    readonly done: {
      readonly saved: string;
      readonly tested: string;
      readonly offered: string;
      readonly provider: string;
      readonly account: string;
      readonly removed: string;
      readonly disconnected: string;
      readonly match_start: string;
      readonly match_end: string;
    };
    readonly form: {
      readonly issuer: string;
      readonly issuerHint: string;
      readonly clientId: string;
      readonly secret: string;
      readonly secretHint: string;
      readonly secretEnds: string;
      readonly secretEndsHint: string;
      readonly domains: string;
      readonly domainsHint: string;
      readonly joins: string;
      readonly joinsHint: string;
      readonly grantDays: string;
      readonly grantDaysHint: string;
      readonly twoFactorAcr: string;
      readonly twoFactorAcrHint: string;
      readonly stale: string;
      readonly faults: {
        readonly issuer: string;
        readonly many: string;
        readonly not_allowed: string;
        readonly unreadable: string;
        readonly clientId: string;
        readonly secret: string;
        readonly secretEnds: string;
        readonly domains: string;
        readonly joins: string;
        readonly grantDays: string;
        readonly twoFactorAcr: string;
      };
    };
    readonly ask: {
      readonly save: string;
      readonly saveText: string;
      readonly offer: string;
      readonly offerText: string;
      readonly require: string;
      readonly requireText: string;
      readonly requireApps: (values: { count: number }) => string;
      readonly requirePeople: (values: { count: number }) => string;
      readonly requireNoAuthTime: string;
      readonly turnOff: string;
      readonly turnOffText: string;
      readonly remove: string;
      readonly removeText: string;
      readonly disconnect: string;
      readonly disconnectText: (values: { name: string }) => string;
    };
    readonly people: {
      readonly title: string;
      readonly none: string;
      readonly used: (values: { day: string }) => string;
      readonly disconnect: string;
    };
    readonly matching: {
      readonly title: string;
      readonly count: (values: { count: number }) => string;
      readonly lead: string;
      readonly open: string;
      readonly start: string;
      readonly end: string;
      readonly ask: string;
      readonly askEnd: string;
      readonly text: (values: { day: string }) => string;
      readonly who: string;
      readonly noDomains: string;
      readonly endText: string;
    };
    readonly refusals: {
      readonly provider_down: {
        readonly what: string;
        readonly next: string;
      };
      readonly provider_invalid: {
        readonly what: string;
        readonly next: string;
      };
      readonly clock_off: {
        readonly what: string;
        readonly next: string;
      };
      readonly key_unknown: {
        readonly what: string;
        readonly next: string;
      };
      readonly token_invalid: {
        readonly what: string;
        readonly next: string;
      };
      readonly secret_wrong: {
        readonly what: string;
        readonly next: string;
      };
      readonly code_refused: {
        readonly what: string;
        readonly next: string;
      };
      readonly access_denied: {
        readonly what: string;
        readonly next: string;
      };
      readonly provider_error: {
        readonly what: string;
        readonly next: string;
      };
      readonly attempt_unknown: {
        readonly what: string;
        readonly next: string;
      };
      readonly settings_changed: {
        readonly what: string;
        readonly next: string;
      };
      readonly not_recent: {
        readonly what: string;
        readonly next: string;
      };
      readonly not_allowed: {
        readonly what: string;
        readonly next: string;
      };
    };
  };
}
