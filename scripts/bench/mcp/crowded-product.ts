/** The product with a hundred tools more than it has. */
import { operatorTool } from '../../../routes/mcp/tool.ts';
import { openApp } from '../../process.ts';

const MORE = 100;

const app = await openApp();
for (let index = 0; index < MORE; index += 1) {
  const operation = app.operations[index % app.operations.length];
  if (operation !== undefined)
    app.mcpOffers.add({ tools: [operatorTool(app, { ...operation, name: `more_${index}` })] });
}
await app.listen({ port: app.config.port, host: app.config.host });
