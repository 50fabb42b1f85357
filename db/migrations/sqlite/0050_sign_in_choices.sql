-- A school that turned the prompts for ChatGPT off chose refusals, as far as the audit log tells. The others chose nothing.
UPDATE `sites` SET `beta_features` = json_insert(coalesce(`beta_features`, '[]'), '$[#]', 'status_sign_in')
WHERE coalesce(`beta_features`, '[]') NOT LIKE '%"chatgpt_sign_in"%' AND EXISTS (
  SELECT 1 FROM `audit_events` `a`
  WHERE `a`.`site_id` = `sites`.`id` AND `a`.`event` = 'beta_feature_off' AND `a`.`target` = 'chatgpt_sign_in');
