/** What must hold of every row of the demo, whenever it is made. */
import t, { type Test } from 'tap';
import { dateAt, endOfDay } from '../../schema/school/calendar.ts';
import { emailKey, isEmail } from '../../schema/text/email.ts';
import { DEMO_PEOPLE, DEMO_SITES, type DemoSite } from '../../scripts/commands/demo/platform.ts';
import { byId, DAY, type DemoRows, demoRows, NOW } from './demo-rows.ts';

interface Case {
  site: DemoSite;
  now: number;
  rows: DemoRows;
}

/** Says only what does not hold: there are ten thousand rows. */
const every = <Item>(t: Test, rows: readonly Item[], holds: (row: Item) => boolean, what: string): void => {
  const exceptions = rows.filter((row) => !holds(row));
  t.strictSame(exceptions.slice(0, 2), [], `${what} (${rows.length} rows, ${exceptions.length} exceptions)`);
};

const isSlug = (slug: string): boolean => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && slug.length <= 100;
const isText = (text: string, most: number): boolean =>
  text.length > 0 && text.length <= most && text === text.trim() && text === text.normalize('NFC');
const isUrl = (url: string | null | undefined): boolean => url == null || new URL(url).protocol === 'https:';
const unique = (values: readonly unknown[]): boolean => new Set(values).size === values.length;
const inOrder = (...times: readonly (number | null | undefined)[]): boolean => {
  const known = times.filter((time) => time != null);
  return known.every((time, index) => index === 0 || time >= (known[index - 1] ?? 0));
};

const INVARIANTS: Readonly<Record<string, (t: Test, demo: Case) => void>> = {
  'people are unique, belong to the school once and cannot sign in': (t, { rows: { people, memberships }, now }) => {
    every(t, people, ({ email }) => isEmail(email) && email.endsWith('@students.example'), 'e-mails are made up');
    every(t, people, ({ email, emailKey: key }) => key === emailKey(email), 'and can be looked up');
    t.ok(unique(people.map(({ emailKey: key }) => key)), 'each has one of their own');
    every(t, people, ({ passwordHash }) => passwordHash === null, 'nobody can sign in as one of them');
    t.ok(unique(memberships.map(({ personId }) => personId)), 'everybody is there once');
    every(
      t,
      memberships,
      ({ joinedAt, lastSeenAt }) => inOrder(joinedAt, lastSeenAt, now),
      'first they join, then they are seen',
    );
    every(
      t,
      memberships,
      ({ status, lastSeenAt }) => (status === 'invited') === (lastSeenAt == null),
      'who is only invited was not here yet',
    );
  },

  'ids and slugs are well formed and unique, and texts keep their maximum lengths [D2]': (t, { rows }) => {
    const named = [
      ...[rows.courses, rows.sections, rows.lectures, rows.enrollments, rows.lecturers, rows.orders].flat(),
      ...[rows.membershipPlans, rows.subscriptions, rows.coupons, rows.digitalProducts, rows.events].flat(),
      ...[rows.eventRegistrations, rows.posts, rows.comments, rows.forms, rows.formSubmissions, rows.pages].flat(),
      ...[rows.assets, rows.people].flat(),
    ];
    every(t, named, ({ id }) => /^[a-z]{3}_demo_[a-z0-9_-]+$/.test(id) && id.length <= 64, 'ids');
    t.ok(unique(named.map(({ id }) => id)), 'no id is there twice');
    const { courses, lecturers, membershipPlans, digitalProducts, events, posts, pages } = rows;
    for (const family of [courses, lecturers, membershipPlans, digitalProducts, events, posts, pages]) {
      every(t, [...family], ({ slug }) => isSlug(slug), 'slugs');
      t.ok(unique(family.map(({ slug }) => slug)), 'no slug is there twice');
    }
    const titled = [courses, rows.sections, rows.lectures, digitalProducts, events, posts, pages].flat();
    every(t, titled, ({ title }) => isText(title, 200), 'titles');
    every(t, [...lecturers, ...membershipPlans], ({ name }) => isText(name, 100), 'names');
    every(t, courses, ({ subtitle }) => isText(subtitle ?? '-', 300), 'subtitles');
    every(t, rows.lectures, ({ contentMarkdown }) => isText(contentMarkdown, 100_000), 'lectures');
    every(t, rows.comments, ({ body }) => isText(body, 5000), 'comments');
    every(t, posts, ({ excerpt }) => isText(excerpt ?? '-', 500), 'excerpts');
    every(t, pages, ({ seoTitle }) => isText(seoTitle ?? '-', 70), 'seoTitle');
    every(t, pages, ({ seoDescription }) => isText(seoDescription ?? '-', 160), 'seoDescription');
    every(t, [...courses, ...posts, ...digitalProducts], ({ coverImageUrl }) => isUrl(coverImageUrl), 'pictures');
    every(t, courses, ({ tags, categories }) => unique(tags ?? []) && (categories ?? []).length <= 20, 'tags');
  },

  'prices are whole amounts in the currency of the school [D2]': (t, { site, rows }) => {
    const priced = [rows.courses, rows.membershipPlans, rows.digitalProducts, rows.events].flat();
    every(
      t,
      priced,
      ({ priceAmount = -1, priceCurrency }) =>
        Number.isInteger(priceAmount) && priceAmount >= 0 && priceCurrency === site.currency,
      'prices',
    );
    every(t, rows.courses, (course) => (course.courseType === 'free') <= (course.priceAmount === 0), 'free is free');
    every(t, rows.courses, (course) => (course.courseType === 'paid') <= (course.priceAmount !== 0), 'paid is not');
  },

  'timestamps of one row follow each other [D2]': (t, { now, rows }) => {
    const { courses, sections, lectures, lecturers, membershipPlans, subscriptions, coupons, digitalProducts } = rows;
    const kept = [courses, sections, lectures, lecturers, membershipPlans, subscriptions, coupons, digitalProducts];
    const others = [rows.events, rows.posts, rows.forms, rows.pages, rows.assets];
    every(t, [...kept, ...others].flat(), (row) => inOrder(row.createdAt, row.updatedAt, now), 'made, then changed');
    every(
      t,
      [courses, membershipPlans, digitalProducts].flat(),
      ({ status, archivedAt }) => (status === 'archived') === (archivedAt != null),
      'archivedAt says when',
    );
    every(
      t,
      courses,
      ({ status, createdAt, publishedAt }) =>
        (status === 'draft') === (publishedAt == null) && inOrder(createdAt, publishedAt, now),
      'a course is made, then published',
    );
  },

  'sections and lectures belong to their course, at consecutive zero-based positions [D2]': (t, { rows }) => {
    const [course, section, asset] = [byId(rows.courses), byId(rows.sections), byId(rows.assets)];
    const lecturer = byId(rows.lecturers);
    every(t, rows.courses, ({ lecturerIds }) => (lecturerIds ?? []).every((id) => lecturer(id).id === id), 'lecturers');
    every(t, rows.sections, ({ courseId }) => course(courseId).id === courseId, 'sections');
    every(t, rows.lectures, (lecture) => section(lecture.sectionId).courseId === lecture.courseId, 'lectures');
    every(
      t,
      rows.lectures,
      ({ mediaAssetId }) => mediaAssetId == null || asset(mediaAssetId).status === 'ready',
      'media',
    );
    every(
      t,
      rows.lectures,
      ({ kind, durationSeconds }) => ['video', 'audio', 'live'].includes(kind) === durationSeconds > 0,
      'only what plays has a duration',
    );
    for (const place of ['courseId', 'sectionId'] as const) {
      const siblings = place === 'courseId' ? rows.sections : rows.lectures;
      const positions = Map.groupBy(siblings, (row) => ('sectionId' in row ? row.sectionId : row.courseId));
      every(
        t,
        [...positions.values()],
        (list) => list.every(({ position }, index) => position === index),
        `positions by ${place}`,
      );
    }
  },

  'enrollments are unique, consistent in time and end with a day [D2, D3]': (t, { site, now, rows }) => {
    const [course, member] = [byId(rows.courses), memberOf(rows)];
    const { enrollments } = rows;
    t.ok(unique(enrollments.map(({ personId, courseId }) => `${personId} ${courseId}`)), 'nobody is in a course twice');
    every(
      t,
      enrollments,
      ({ expireDate, expiresAt }) =>
        expireDate == null ? expiresAt == null : expiresAt === endOfDay(expireDate, site.timezone),
      'access is for ever, or until the end of a day at the school',
    );
    every(
      t,
      enrollments,
      ({ status, expiresAt }) => status !== 'expired' || (expiresAt != null && expiresAt <= now),
      'what is marked as expired is over',
    );
    every(
      t,
      enrollments,
      ({ personId, courseId, startsAt, expiresAt }) =>
        inOrder(member(personId).joinedAt, course(courseId).publishedAt, startsAt, expiresAt) ||
        inOrder(course(courseId).publishedAt, member(personId).joinedAt, startsAt, expiresAt),
      'it begins when there is somebody and something, and before it ends',
    );
    every(t, enrollments, ({ startsAt, updatedAt }) => inOrder(startsAt, updatedAt, now), 'nothing is in the future');
    every(t, enrollments, ({ courseId }) => course(courseId).status !== 'draft', 'nobody is enrolled in a draft');
    const today = dateAt(now, site.timezone);
    every(
      t,
      enrollments.filter(({ expireDate }) => expireDate === today),
      ({ expiresAt }) => (expiresAt ?? 0) > now,
      'the last day counts',
    );
  },

  'an enrollment by subscription has a subscription behind it, and starts within it [D2]': (t, { rows }) => {
    const { enrollments, membershipPlans, subscriptions } = rows;
    const plan = byId(membershipPlans);
    const given = enrollments.filter(({ source }) => source === 'subscription');
    t.ok(given.length > 0);
    every(
      t,
      given,
      ({ personId, courseId, startsAt }) =>
        subscriptions.some(({ personId: holder, planId, startedAt, endsAt }) => {
          const { allCourses, courseIds } = plan(planId);
          const isCovered = allCourses || courseIds?.includes(courseId) === true;
          return holder === personId && isCovered && inOrder(startedAt, startsAt, endsAt);
        }),
      'its plan includes the course',
    );
    every(
      t,
      given,
      ({ expiresAt, lastWatchedAt }) => expiresAt === null && lastWatchedAt !== null,
      'it keeps progress',
    );
  },

  'registrations for cancelled events are cancelled by the school [D3]': (t, { rows }) => {
    const event = byId(rows.events);
    every(
      t,
      rows.eventRegistrations.filter(({ eventId }) => event(eventId).status === 'cancelled'),
      ({ status, cancelledBy }) => status === 'cancelled' && cancelledBy === 'school',
      'nobody is left with a seat',
    );
  },

  'the progress of an enrollment equals what its watch positions say [D2]': (t, { now, rows }) => {
    const { enrollments, watchPositions, lectures } = rows;
    const [lecture, enrollment] = [byId(lectures), byId(enrollments)];
    const positionsOf = Map.groupBy(watchPositions, ({ enrollmentId }) => enrollmentId);
    const published = Map.groupBy(
      lectures.filter(({ status }) => status === 'published'),
      ({ courseId }) => courseId,
    );
    t.ok(unique(watchPositions.map((row) => `${row.enrollmentId} ${row.lectureId}`)), 'one position for each lecture');
    every(
      t,
      watchPositions,
      (position) => {
        const { durationSeconds, courseId, status, releaseAt } = lecture(position.lectureId);
        const { startsAt, expiresAt, courseId: enrolledIn } = enrollment(position.enrollmentId);
        const { positionSeconds, watchedAt, completedAt } = position;
        return (
          courseId === enrolledIn &&
          status === 'published' &&
          positionSeconds >= 0 &&
          positionSeconds <= durationSeconds &&
          inOrder(startsAt, completedAt, watchedAt, expiresAt ?? now) &&
          inOrder(releaseAt, watchedAt, now)
        );
      },
      'positions are inside the lecture, while there is access',
    );
    every(
      t,
      enrollments,
      (row) => {
        const positions = positionsOf.get(row.id) ?? [];
        const [last] = [...positions].sort((a, b) => b.watchedAt - a.watchedAt);
        const done = positions.filter(({ completedAt }) => completedAt != null);
        const all = published.get(row.courseId)?.length ?? 0;
        return (
          (row.lastLectureId ?? null) === (last?.lectureId ?? null) &&
          (row.lastPositionSeconds ?? null) === (last?.positionSeconds ?? null) &&
          (row.lastWatchedAt ?? null) === (last?.watchedAt ?? null) &&
          row.progressPercent === (all === 0 ? 0 : Math.floor((100 * done.length) / all)) &&
          (row.completedAt ?? null) ===
            (row.progressPercent === 100 ? Math.max(...done.map(({ completedAt }) => completedAt ?? 0)) : null)
        );
      },
      'the enrollment keeps the latest position, the share that is done, and when all was',
    );
  },

  'items, discount and tax of an order add up, and refunds fit its status [D2]': (t, { site, now, rows }) => {
    const itemsOf = Map.groupBy(rows.orderItems, ({ orderId }) => orderId);
    const order = byId(rows.orders);
    every(t, rows.orderItems, ({ orderId }) => order(orderId).id === orderId, 'items have an order');
    every(
      t,
      rows.orders,
      ({ id, subtotal, discount, tax, total, currency }) => {
        const items = itemsOf.get(id) ?? [];
        const sum = items.reduce((all, { quantity, unitAmount }) => all + quantity * unitAmount, 0);
        return (
          items.length > 0 &&
          sum === subtotal &&
          subtotal - discount + tax === total &&
          [subtotal, discount, tax, total, subtotal - discount].every(
            (amount) => Number.isInteger(amount) && amount >= 0,
          ) &&
          currency === site.currency
        );
      },
      'items, discount and tax make the total',
    );
    every(
      t,
      rows.orders,
      ({ status, paidAt, placedAt }) =>
        ['paid', 'partially_refunded', 'refunded'].includes(status) === (paidAt != null) &&
        inOrder(placedAt, paidAt, now),
      'what is paid says when',
    );
    every(
      t,
      rows.orders,
      ({ status, total, refundedAmount, refundedAt, paidAt }) => {
        if (refundedAmount > 0 !== (refundedAt != null) || !inOrder(paidAt, refundedAt, now)) return false;
        if (status === 'refunded') return total > 0 && refundedAmount === total;
        if (status === 'partially_refunded') return refundedAmount > 0 && refundedAmount < total;
        return refundedAmount === 0;
      },
      'refunds',
    );
    every(t, rows.orders, ({ total, paymentMethod }) => (total === 0) === (paymentMethod === 'free'), 'free of charge');
    t.ok(unique(rows.orders.map(({ number }) => number)), 'no number is there twice');
    every(t, rows.orders, ({ personId }) => memberOf(rows)(personId).personId === personId, 'by a member');
  },

  'order items refer to what exists, and a purchased enrollment has its order [D2]': (t, { rows }) => {
    const { courses, membershipPlans, digitalProducts, events, enrollments, orders, orderItems } = rows;
    const offers = {
      course: byId<{ id: string }>(courses),
      membership_plan: byId<{ id: string }>(membershipPlans),
      digital_product: byId<{ id: string }>(digitalProducts),
      event: byId<{ id: string }>(events),
    };
    every(t, orderItems, ({ kind, refId }) => offers[kind](refId).id === refId, 'items are of something');
    const order = byId(orders);
    const bought = new Map(
      orderItems
        .filter(({ kind, orderId }) => kind === 'course' && order(orderId).paidAt != null)
        .map(({ orderId, refId }) => [`${order(orderId).personId} ${refId}`, order(orderId)]),
    );
    every(
      t,
      enrollments.filter(({ source }) => source === 'order' || source === 'coupon'),
      ({ personId, courseId, source }) => {
        const found = bought.get(`${personId} ${courseId}`);
        return found !== undefined && (source !== 'coupon' || found.discount === found.subtotal);
      },
      'an enrollment that was bought has its order',
    );
    every(
      t,
      enrollments.filter(({ status }) => status === 'active'),
      ({ personId, courseId }) => bought.get(`${personId} ${courseId}`)?.status !== 'refunded',
      'nobody keeps what was paid back',
    );
  },

  'coupons are valid, and redeemed as often as the orders say [D2]': (t, { site, now, rows }) => {
    const { coupons, orders } = rows;
    const byCode = new Map(coupons.map((coupon) => [coupon.code, coupon]));
    t.equal(byCode.size, coupons.length, 'no code is there twice');
    every(t, coupons, ({ code }) => /^[A-Z0-9_-]{3,40}$/.test(code), 'codes');
    every(
      t,
      coupons,
      ({ discountType, percent, amount, currency }) =>
        discountType === 'percent'
          ? Number.isInteger(percent) && (percent ?? 0) >= 1 && (percent ?? 101) <= 100 && amount == null
          : Number.isInteger(amount) && currency === site.currency && percent == null,
      'percent or amount',
    );
    every(t, coupons, ({ status, endsAt }) => (status === 'expired') === (endsAt != null && endsAt <= now), 'expired');
    every(t, coupons, ({ startsAt, endsAt }) => inOrder(startsAt, endsAt), 'startsAt, then endsAt');
    const used = Map.groupBy(
      orders.filter(({ couponCode }) => couponCode != null),
      ({ couponCode }) => couponCode,
    );
    every(t, [...used.keys()], (code) => byCode.has(code ?? ''), 'codes of orders exist');
    every(
      t,
      coupons,
      ({ code, redeemedCount, maxRedemptions, perMember, startsAt, endsAt }) => {
        const uses = used.get(code) ?? [];
        const perPerson = [...Map.groupBy(uses, ({ personId }) => personId).values()];
        return (
          uses.length === redeemedCount &&
          redeemedCount <= (maxRedemptions ?? redeemedCount) &&
          perPerson.every(({ length }) => length <= perMember) &&
          uses.every(({ placedAt }) => inOrder(startsAt, placedAt, endsAt))
        );
      },
      'are used as often as they say, as often as they may be, and while they are good',
    );
    every(
      t,
      orders,
      ({ discount, couponCode }) => discount > 0 === (couponCode != null),
      'every discount has its code',
    );
  },

  'plans have the terms of their type, and subscriptions consistent periods [D2]': (t, { now, rows }) => {
    const { membershipPlans, subscriptions, courses } = rows;
    const [plan, course] = [byId(membershipPlans), byId(courses)];
    every(
      t,
      membershipPlans,
      ({ planType, interval, intervalCount, lengthDays, endsOn }) =>
        (planType === 'recurring') === (interval != null && intervalCount != null) &&
        (planType === 'fixed_length') === (lengthDays != null) &&
        (planType === 'fixed_date') === (endsOn != null),
      'each type has its own terms',
    );
    every(
      t,
      membershipPlans,
      ({ allCourses, courseIds }) =>
        allCourses === ((courseIds ?? []).length === 0) && (courseIds ?? []).every((id) => course(id).id === id),
      'some courses or all',
    );
    every(t, subscriptions, ({ planId }) => plan(planId).status !== 'draft', 'nobody has a plan that is not sold yet');
    every(
      t,
      subscriptions,
      ({ startedAt, currentPeriodStart, currentPeriodEnd }) =>
        inOrder(startedAt, currentPeriodStart, now) && currentPeriodStart < currentPeriodEnd,
      'periods',
    );
    every(
      t,
      subscriptions,
      ({ status, currentPeriodEnd, endsAt, cancelledAt, startedAt }) => {
        if (!inOrder(startedAt, cancelledAt, now) || !inOrder(cancelledAt, endsAt)) return false;
        if (status === 'expired') return endsAt != null && endsAt <= now;
        if (status === 'cancelled') return cancelledAt != null && endsAt != null && endsAt <= now;
        return currentPeriodEnd > now && (endsAt ?? currentPeriodEnd) > now;
      },
      'what is over is over, and nothing else is',
    );
    every(
      t,
      subscriptions.filter(({ status }) => status === 'active'),
      ({ cancelAtPeriodEnd, cancelledAt, endsAt, currentPeriodEnd }) =>
        cancelAtPeriodEnd === (cancelledAt != null) && (!cancelAtPeriodEnd || endsAt === currentPeriodEnd),
      'cancelAtPeriodEnd',
    );
    every(
      t,
      subscriptions.filter(({ status }) => status === 'trialing'),
      ({ planId, startedAt, currentPeriodEnd }) => currentPeriodEnd - startedAt === plan(planId).trialDays * DAY,
      'trials',
    );
  },

  'events keep their capacity, and registrations fit the state of their event [D2]': (t, { now, rows }) => {
    const { events, eventRegistrations } = rows;
    const event = byId(events);
    every(t, events, ({ startsAt, endsAt }) => endsAt > startsAt, 'endsAt > startsAt');
    every(t, events, ({ kind, joinUrl }) => (kind === 'in_person') === (joinUrl == null) && isUrl(joinUrl), 'joinUrl');
    every(t, events, ({ kind, location }) => (kind === 'online') === (location == null), 'location');
    every(
      t,
      events,
      ({ registrationClosesAt, startsAt, createdAt }) => inOrder(createdAt, registrationClosesAt, startsAt),
      'registrationClosesAt',
    );
    t.ok(unique(eventRegistrations.map((row) => `${row.eventId} ${row.personId}`)), 'nobody is registered twice');
    every(
      t,
      eventRegistrations,
      ({ eventId, registeredAt, updatedAt }) => {
        const { createdAt, registrationClosesAt, startsAt } = event(eventId);
        return (
          inOrder(createdAt, registeredAt, registrationClosesAt ?? startsAt) && inOrder(registeredAt, updatedAt, now)
        );
      },
      'while one could',
    );
    every(
      t,
      eventRegistrations,
      ({ eventId, status }) => {
        const { status: eventStatus, startsAt } = event(eventId);
        if (eventStatus === 'draft') return false;
        return eventStatus === 'cancelled' ? status === 'cancelled' : status !== 'attended' || startsAt < now;
      },
      'as the event is',
    );
    const byEvent = Map.groupBy(eventRegistrations, ({ eventId }) => eventId);
    every(
      t,
      [...byEvent],
      ([eventId, registrations]) => {
        const seats = registrations.filter(({ status }) => status === 'registered' || status === 'attended').length;
        const { capacity } = event(eventId);
        const waiting = registrations.some(({ status }) => status === 'waitlisted');
        return seats <= (capacity ?? seats) && (!waiting || seats === capacity);
      },
      'no seat is taken twice, and nobody waits while one is free',
    );
  },

  'posts have consistent publication times, and comments an existing target [D2]': (t, { now, rows }) => {
    const { posts, comments, courses, lectures } = rows;
    every(
      t,
      posts,
      ({ status, publishAt }) => {
        if (status === 'draft') return publishAt == null;
        return publishAt != null && publishAt > now === (status === 'scheduled');
      },
      'publishAt',
    );
    every(t, posts, ({ authorId }) => memberOf(rows)(authorId).role !== 'member', 'the school writes');
    const targets = {
      lecture: byId<{ id: string }>(lectures),
      post: byId<{ id: string }>(posts),
      course: byId<{ id: string }>(courses),
    };
    const comment = byId(comments);
    every(t, comments, ({ targetKind, targetId }) => targets[targetKind](targetId).id === targetId, 'are on something');
    every(
      t,
      comments.filter(({ parentId }) => parentId != null),
      ({ parentId, targetId, createdAt }) =>
        comment(parentId).targetId === targetId && inOrder(comment(parentId).createdAt, createdAt),
      'answers are where the question is, and later',
    );
    t.ok(comments.some(({ parentId }) => parentId != null));
    t.ok(comments.some(({ body }) => body.includes('<b>')));
  },

  'forms, pages, appearance and files refer to what exists [D2]': (t, { site, rows }) => {
    const [form, asset, member] = [byId(rows.forms), byId(rows.assets), memberOf(rows)];
    every(
      t,
      rows.formSubmissions,
      ({ formId, answers, submittedAt }) => {
        const { fields, createdAt, updatedAt, status } = form(formId);
        const keys = fields.map(({ key }) => key);
        const required = fields.filter((field) => field.required).map(({ key }) => key);
        return (
          Object.keys(answers).every((key) => keys.includes(key)) &&
          required.every((key) => (answers[key] ?? '') !== '') &&
          inOrder(createdAt, submittedAt, status === 'closed' ? updatedAt : null)
        );
      },
      'answers are to the questions, while they were asked',
    );
    t.equal(rows.pages.filter(({ isHomepage }) => isHomepage).length, 1, 'one homepage');
    every(t, rows.pages, ({ isHomepage, status }) => !isHomepage || status === 'published', 'that everybody sees');
    every(t, rows.pages, ({ status, publishedAt }) => (status === 'draft') === (publishedAt == null), 'publishedAt');
    every(t, rows.pages, ({ blocks, bodyMarkdown }) => (blocks == null) !== (bodyMarkdown == null), 'blocks or text');
    t.equal(rows.appearances.length, 1);
    every(
      t,
      rows.appearances,
      ({ logoAssetId, faviconAssetId, themeColor, accentColor }) =>
        logoAssetId === null &&
        asset(faviconAssetId).status === 'ready' &&
        [themeColor, accentColor].every((colour) => /^#[0-9A-F]{6}$/.test(colour)),
      'appearance',
    );
    every(t, rows.lecturers, ({ avatarAssetId }) => asset(avatarAssetId).status === 'ready', 'avatars');
    every(
      t,
      rows.lecturers,
      ({ memberId }) => memberId == null || member(memberId).role !== 'member',
      'lecturers work here',
    );
    every(
      t,
      rows.digitalProducts,
      ({ files }) => (files ?? []).every(({ assetId, size }) => asset(assetId).size === size),
      'files of products',
    );
    every(t, rows.assets, ({ uploadedBy }) => member(uploadedBy).role !== 'member', 'uploaded by the school');
    every(
      t,
      rows.assets,
      ({ status, checksumSha256 }) => status !== 'ready' || /^[0-9a-f]{64}$/.test(checksumSha256 ?? ''),
      'checksums',
    );
    t.ok(new Intl.DateTimeFormat('en', { timeZone: site.timezone }), 'the timezone exists');
  },

  'members act only after they joined and before they were last seen': (t, { rows }) => {
    const member = memberOf(rows);
    const during = (personId: string, at: number | null | undefined): boolean =>
      inOrder(member(personId).joinedAt, at, member(personId).lastSeenAt);
    every(t, rows.orders, ({ personId, placedAt }) => inOrder(member(personId).joinedAt, placedAt), 'orders');
    every(t, rows.enrollments, ({ personId, lastWatchedAt }) => during(personId, lastWatchedAt), 'watching');
    every(t, rows.eventRegistrations, ({ personId, registeredAt }) => during(personId, registeredAt), 'registrations');
    every(t, rows.comments, ({ personId, createdAt }) => during(personId, createdAt), 'comments');
    every(
      t,
      rows.formSubmissions,
      ({ personId, submittedAt }) => personId == null || during(personId, submittedAt),
      'submissions',
    );
  },
};

const memberOf = (rows: DemoRows) => {
  const found = new Map(rows.memberships.map((membership) => [membership.personId, membership]));
  return (personId: string) => {
    const membership = found.get(personId);
    if (membership === undefined) throw new Error(`${personId} is not at this school`);
    return membership;
  };
};

// Around the days on which clocks change, at the end of months and years, early and late in the day.
const MOMENTS = [
  NOW,
  Date.UTC(2026, 2, 29, 0, 30),
  Date.UTC(2026, 2, 9, 3, 59),
  Date.UTC(2026, 9, 25, 23, 30),
  Date.UTC(2026, 11, 31, 23, 59),
  Date.UTC(2027, 0, 1, 4, 30),
  Date.UTC(2028, 1, 29, 12),
  Date.UTC(2027, 4, 31, 18, 15, 1, 7),
];

for (const site of DEMO_SITES) {
  for (const [index, now] of MOMENTS.entries()) {
    const scale = index === 0 ? 3 : 1;
    t.test(`the demo of ${site.name} made at ${new Date(now).toISOString()} at scale ${scale} is consistent`, (t) => {
      const demo = { site, now, rows: demoRows(site, now, scale) };
      for (const [name, check] of Object.entries(INVARIANTS)) {
        t.test(name, (t) => {
          check(t, demo);
          t.end();
        });
      }
      t.end();
    });
  }
}

t.test('the two schools share no id and no e-mail address', (t) => {
  const [first, second] = DEMO_SITES.map((site) => demoRows(site, NOW, 3));
  if (first === undefined || second === undefined) throw new Error('there are two schools');
  const idsOf = (rows: DemoRows): string[] =>
    Object.values(rows).flatMap((table: readonly object[]) =>
      table.flatMap((row) => ('id' in row ? [String(row.id)] : [])),
    );
  t.ok(unique([...idsOf(first), ...idsOf(second)]));
  const emails = [first, second].flatMap(({ people }) => people.map(({ emailKey: key }) => key));
  t.ok(unique([...emails, ...DEMO_PEOPLE.map(({ email }) => emailKey(email))]));
  t.end();
});
