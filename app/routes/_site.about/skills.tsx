const skills = [
  ['Languages', 'TypeScript, SQL, Python, Java'],
  ['On the server', 'Node.js, Express, Remix, REST APIs described by OpenAPI'],
  ['Data', 'PostgreSQL, Prisma, Redis, queues with BullMQ'],
  ['Messaging', 'SMPP, SMS encodings and receipts, DLT, SMTP'],
  ['Security', 'Sessions, OAuth, encryption at rest, content policies'],
  ['Quality', 'Tests on real services, load tests, accessibility'],
] as const;

export function Skills() {
  return (
    <section aria-labelledby="skills" className="grid content-start gap-4">
      <h2 className="text-lg leading-snug font-medium" id="skills">
        Skills
      </h2>
      <dl className="divide-y divide-line border-y border-line">
        {skills.map(([area, names]) => (
          <div className="grid gap-1 py-3 sm:grid-cols-[9rem_1fr]" key={area}>
            <dt className="text-sm text-faint sm:leading-6">{area}</dt>
            <dd>{names}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
