/** Questions of someone who runs the demo school, with the tools that answer them and what an answer contains. */
import type { Question } from './agent.ts';

const question = (ask: string, tools: string, expect: RegExp): Question => ({ ask, tools: tools.split(' '), expect });

const FIVE = ['abel', 'bea', 'caio', 'dina', 'elio'].map((name) => `${name}@newcomers.example`);

/** The demo has a waiting list for an event at this time from its start. */
const FULL_EVENT = 6 * 86_400_000;
const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });

/** About what the short list omits, unless everything fits. */
const OMITTED: readonly Question[] = [
  question('Which coupons are disabled?', 'list_coupons', /LEAKED/),
  question('Create a coupon with code “HELLO15” and a discount of 15 percent', 'create_coupon', /HELLO15/),
  question('Disable the coupon “WINTER”', 'disable_coupon', /disabled/),
  question('Which subscriptions are trialing?', 'list_subscriptions', /Ana Lima/),
  question('Which membership plans are active?', 'list_membership_plans list_membership_plans_public', /Patron/),
  question('Show the membership plan “Patron”', 'get_membership_plan list_membership_plans', /pln_demo_patron/),
  question('Which posts are scheduled?', 'list_posts', /Call for Spring Exhibition Works/),
  question('Find the draft post “Notes on Linocut” by its status', 'list_posts get_post', /pst_demo_notes-on-linocut/),
  question('Unpublish the post “Three Clouds before Rain”', 'unpublish_post', /draft/),
  question('Which forms does the school have?', 'list_forms', /Timetable survey/),
  question(
    'Who submitted the form “Write to us”? List the submissions',
    'list_form_submissions',
    /frm_demo|submi|answers/i,
  ),
  question('Which comments are hidden?', 'list_comments', /hidden/),
  question('List the lecturers', 'list_lecturers', /Yuki|lct_/),
  question('Which pages are published?', 'list_pages list_public_pages', /Find us/),
  question('Show the appearance of the school', 'get_appearance', /theme color|#/i),
  question('Outline of the course “A Year of Mosses” with sections and lectures', 'get_outline', /lec_demo_mosses/),
  question('Which digital products are archived?', 'list_digital_products', /Exhibition Catalogue/),
];

/** @param now when they are asked, in milliseconds since the epoch */
export const questionsAt = (now: number): readonly Question[] => [
  question(
    'What did Ana buy in March?',
    'list_orders',
    /^(?!.*placed at: \d{4}-(?!03)).*Ana Lima.*placed at: \d{4}-03-/s,
  ),
  question('Which orders are refunded?', 'list_orders list_refunds', /RA-\d+/),
  question('Who placed the latest orders, and what was bought?', 'list_orders', /Ben Okafor/),
  question('Show me order “RA-1506”', 'get_order list_orders', /RA-1506/),
  question('Which courses are published?', 'list_courses', /Beekeeping/),
  question('Find the course about “Mosses”', 'list_courses search_public_courses', /A Year of Mosses/),
  question('Which students are enrolled in the course “A Year of Mosses”?', 'list_students list_enrollments', /usr_/),
  question('In which courses is the student “Ana Lima” enrolled?', 'list_enrollments list_member_courses', /Darkroom/),
  question('Who are the members with the role instructor?', 'list_members', /Ivan|instructor/),
  question('Which members are suspended?', 'list_members', /suspended/),
  question('Find the member “Clara Rossi”', 'list_members get_member', /usr_demo_riverside_11/),
  question('Invite a new member “newcomer@example.com”', 'invite_member', /newcomer@example\.com/),
  question(
    `Who is on the waiting list of ${weekday.format(now + FULL_EVENT)}’s event?`,
    'list_event_registrations',
    /Winter Twigs Walk.*status: waitlisted/s,
  ),
  question(
    'Who registered for the event “Bookbinding Saturday”? List the registrations',
    'list_event_registrations',
    /"[A-Z]\w+ [A-Z]\w+" \(usr_/,
  ),
  question('Which events are cancelled?', 'list_events', /Guest Lecture: Floods/),
  question('Cancel the event “Poems Aloud”', 'cancel_event', /cancelled|already|ended|past/),
  question('Summary of the metrics of the school', 'get_analytics_summary', /revenue/),
  question('Revenue per month over time as a metric', 'get_analytics_series', /revenue|date/),
  question('Top list of courses by revenue', 'get_analytics_top_list', /crs_|title|value/),
  question('Analytics of the course “A Year of Mosses”', 'get_course_analytics list_course_analytics', /students/),
  question(
    `Enroll these five in the course “A Year of Mosses” until June: ${FIVE.join(', ')}`,
    'bulk_enroll_students',
    /(?:expire date: \d{4}-06-30.*){5}/s,
  ),
  question('Publish the course “Carving Spoons from Green Wood”', 'publish_course', /published/),
  question('Create a course with title “Bread at Home” and slug “bread-at-home”', 'create_course', /Bread at Home/),
  ...OMITTED,
];
