-- A number has one pending code of each service.
CREATE UNIQUE INDEX CONCURRENTLY otps_one_pending_of_service ON otps (user_id, recipient, coalesce(service_id, ''))
  WHERE state = 'pending';
